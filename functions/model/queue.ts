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

/** The environment variable in which a function finds a queue that it may send to. */
export const queueUrlVariable = (queue: QueueName | 'discardedChanges'): string =>
  `${queue.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_QUEUE_URL`;
