export const queueNames = [
  'maintainSegments',
  'processInbound',
  'deliverWebhook',
  'prepareBroadcast',
  'sendBroadcast',
  'checkBroadcast',
  'checkMessage',
  'copyMedia',
] as const;

export type QueueName = (typeof queueNames)[number];
