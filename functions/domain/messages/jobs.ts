import type { MessageCheckJob } from '../../model/messages/jobs.ts';
import type { QueueJob } from '../queues.ts';

/** Receipts usually arrive within seconds. 15 minutes are the maximum delay of SQS. */
const checkDelaySeconds = 900;

export const buildMessageCheckJob = (job: MessageCheckJob): QueueJob => ({
  queue: 'checkMessage',
  body: job,
  delaySeconds: checkDelaySeconds,
});

/** The check sends the fallback template of a message that a receipt has failed. */
export const buildFallbackJob = (job: MessageCheckJob): QueueJob => ({ queue: 'checkMessage', body: job });
