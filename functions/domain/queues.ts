import { jobVersion } from '../model/job-version.ts';
import type { QueueName } from '../model/queue.ts';
import { type QueueMessage, sendMessages } from '../platform/queue.ts';

export interface QueueJob extends QueueMessage {
  /** `discardedChanges` has no consumer: it holds stream records that could not be processed. */
  queue: QueueName | 'discardedChanges';
}

/** At least once: after an error all jobs but the failing ones are enqueued; retrying is safe. */
export const enqueueJobs = (jobs: readonly QueueJob[]): Promise<void> => sendMessages(jobs.map(withVersion));

const withVersion = (job: QueueJob): QueueJob =>
  job.queue === 'discardedChanges' ? job : { ...job, body: { v: jobVersion, ...Object(job.body) } };
