export const queueNames = [
  'runMaintenance',
  'processInbound',
  'deliverWebhook',
  'prepareBroadcast',
  'sendBroadcast',
  'checkBroadcast',
  'checkMessage',
  'copyMedia',
  'eraseContacts',
] as const;

export type QueueName = (typeof queueNames)[number];
