export const queueNames = [
  'maintainSegments',
  'processInbound',
  'deliverWebhook',
  'prepareBroadcast',
  'sendBroadcast',
  'checkBroadcast',
  'checkMessage',
] as const;

export type QueueName = (typeof queueNames)[number];
