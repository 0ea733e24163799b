import { jobVersion, type QueueJob } from '../model/jobs.ts';
import { sendMessages } from '../platform/queue.ts';

/** At least once: after an error all jobs but the failing ones are enqueued; retrying is safe. */
export const enqueueJobs = (jobs: readonly QueueJob[]): Promise<void> => sendMessages(jobs.map(withVersion));

const withVersion = (job: QueueJob): QueueJob =>
  job.queue === 'discardedChanges' ? job : { ...job, body: { v: jobVersion, ...Object(job.body) } };
