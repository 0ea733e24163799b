import type { BroadcastJob, LaneJob, RecipientCheckJob } from '../../model/broadcast-jobs.ts';
import { enqueueJobs, type QueueJob } from '../queues.ts';

export const buildPrepareJob = (job: BroadcastJob): QueueJob => ({
  queue: 'prepareBroadcast',
  body: job,
  group: job.workspaceId,
});

export const buildLaneJob = (job: LaneJob): QueueJob => ({
  queue: 'sendBroadcast',
  body: job,
  group: job.workspaceId,
});

export const buildLaneJobs = (job: BroadcastJob, lanes: number): QueueJob[] =>
  Array.from({ length: lanes }, (_, lane) => buildLaneJob({ ...job, lane }));

/** Delayed by 15 minutes, the maximum of SQS. */
export const buildWatchdogJob = (job: BroadcastJob): QueueJob => ({
  queue: 'checkBroadcast',
  body: job,
  delaySeconds: 900,
});

/** Receipts usually arrive within seconds. A later one still updates the message. */
export const receiptTimeoutSeconds = 300;

export const scheduleRecipientCheck = (job: RecipientCheckJob): Promise<void> =>
  enqueueJobs([{ queue: 'checkBroadcast', body: job, delaySeconds: receiptTimeoutSeconds }]);
