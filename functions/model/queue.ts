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
  'assignConversations',
] as const;

export type QueueName = (typeof queueNames)[number];
