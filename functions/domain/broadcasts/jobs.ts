import type { BroadcastJob, LaneJob } from '../../model/broadcast-jobs.ts';
import type { QueueJob } from '../queues.ts';

/** Has the plan go on. */
export const buildPrepareJob = (job: BroadcastJob): QueueJob => ({
  queue: 'prepareBroadcast',
  body: job,
  group: job.workspace_id,
});

/** Has a lane go on. */
export const buildLaneJob = (job: LaneJob): QueueJob => ({
  queue: 'sendBroadcast',
  body: job,
  group: job.workspace_id,
});

/** Has somebody look whether the broadcast still goes on, as late as a queue can. */
export const buildWatchdogJob = (job: BroadcastJob): QueueJob => ({
  queue: 'checkBroadcast',
  body: job,
  delaySeconds: 900,
});
