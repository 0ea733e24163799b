import type { BroadcastJob, LaneJob, RecipientCheckJob } from '../../model/broadcasts/jobs.ts';
import { clock } from '../../platform/clock.ts';
import { enqueueJobs, type QueueJob } from '../queues.ts';

export const buildPrepareJob = (job: BroadcastJob): QueueJob => ({
  queue: 'prepareBroadcast',
  body: job,
  group: job.workspaceId,
});

/** For a job that came before the time of its broadcast: the clock of its machine may be behind. */
export const postponePrepareJob = (job: BroadcastJob, scheduledAt: string): QueueJob => ({
  ...buildPrepareJob(job),
  delaySeconds: toDelaySeconds(scheduledAt),
});

export const buildLaneJob = (job: LaneJob): QueueJob => ({
  queue: 'sendBroadcast',
  body: job,
  group: job.workspaceId,
});

export const buildLaneJobs = (job: BroadcastJob, lanes: number): QueueJob[] =>
  Array.from({ length: lanes }, (_, lane) => buildLaneJob({ ...job, lane }));

/** The maximum of SQS. */
const watchdogSeconds = 900;

export const buildWatchdogJob = (job: BroadcastJob): QueueJob => ({
  queue: 'checkBroadcast',
  body: job,
  delaySeconds: watchdogSeconds,
});

/** The watchdog of a broadcast that waits for its time, which may take several steps. */
export const buildWakeJob = (job: BroadcastJob, scheduledAt: string): QueueJob => ({
  queue: 'checkBroadcast',
  body: job,
  delaySeconds: toDelaySeconds(scheduledAt),
});

const toDelaySeconds = (scheduledAt: string): number =>
  Math.min(watchdogSeconds, Math.max(0, Math.ceil((Date.parse(scheduledAt) - clock.now()) / 1_000)));

export const isDue = (scheduledAt: string): boolean => clock.now() >= Date.parse(scheduledAt);

/** Receipts usually arrive within seconds. A later one still updates the message. */
export const receiptTimeoutSeconds = 300;

export const scheduleRecipientCheck = (job: RecipientCheckJob): Promise<void> =>
  enqueueJobs([{ queue: 'checkBroadcast', body: job, delaySeconds: receiptTimeoutSeconds }]);
