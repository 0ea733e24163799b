import type { MediaJob } from '../../model/media/media.ts';
import type { QueueJob } from '../queues.ts';

/** The queue is fair between workspaces. */
export const buildMediaJob = (job: MediaJob, delaySeconds = 0): QueueJob => ({
  queue: 'copyMedia',
  body: job,
  group: job.workspaceId,
  ...(delaySeconds > 0 ? { delaySeconds } : {}),
});
