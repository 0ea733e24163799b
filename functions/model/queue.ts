export const queueNames = [
  'maintainSegments',
  'processInbound',
  'deliverWebhook',
  'prepareBroadcast',
  'sendBroadcast',
  'checkBroadcast',
  'checkMessage',
  'eraseContacts',
] as const;

export type QueueName = (typeof queueNames)[number];
