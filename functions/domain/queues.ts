import { jobVersion, type QueueJob } from '../model/jobs/job.ts';
import { sendMessages } from '../platform/queue.ts';

/** Jobs are enqueued at least once. After an error, all but the failing ones are; retrying is safe. */
export const enqueueJobs = (jobs: readonly QueueJob[]): Promise<void> => sendMessages(jobs.map(withVersion));

const withVersion = (job: QueueJob): QueueJob =>
  job.queue === 'discardedChanges' ? job : { ...job, body: { v: jobVersion, ...Object(job.body) } };
