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

/** The message attribute with the id of the request that caused a job. */
export const requestIdAttribute = 'request_id';
