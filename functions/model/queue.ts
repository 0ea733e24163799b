export const queueNames = [
  'deleteSegmentMembers',
  'processInbound',
  'deliverWebhook',
  'prepareBroadcast',
  'sendBroadcast',
  'checkBroadcast',
  'checkMessage',
] as const;

export type QueueName = (typeof queueNames)[number];
