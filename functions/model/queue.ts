export const queueNames = [
  'deleteSegmentMembers',
  'processInbound',
  'deliverWebhook',
  'prepareBroadcast',
  'sendBroadcast',
  'checkBroadcast',
] as const;

export type QueueName = (typeof queueNames)[number];
