/** Every queue of the service, named by what its consumer does with a message. */
export const queueNames = [
  'deleteSegmentMembers',
  'processInbound',
  'deliverWebhook',
  'prepareBroadcast',
  'sendBroadcast',
  'checkBroadcast',
] as const;

export type QueueName = (typeof queueNames)[number];
