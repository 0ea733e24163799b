import * as z from 'zod/mini';
import { delay, delaySecondsMax, type QueueJob } from './job.ts';

const broadcastJob = z.object({ workspaceId: z.uuid(), broadcastId: z.uuid() });

export type BroadcastJob = z.output<typeof broadcastJob>;

/** `deferrals` is how often it found no worker slot of its workspace. */
export const prepareJob = z.extend(broadcastJob, { deferrals: z.optional(z.int()) });

export type PrepareJob = z.output<typeof prepareJob>;

export const buildPrepareJob = (job: PrepareJob, delaySeconds = 0): QueueJob => ({
  queue: 'prepareBroadcast',
  body: job,
  group: job.workspaceId,
  ...delay(delaySeconds),
});

export const laneJob = z.object({
  workspaceId: z.uuid(),
  broadcastId: z.uuid(),
  lane: z.int(),
  slotAtMs: z.optional(z.number()),
});

export type LaneJob = z.output<typeof laneJob>;

export const buildLaneJob = (job: LaneJob, delaySeconds = 0): QueueJob => ({
  queue: 'sendBroadcast',
  body: job,
  group: job.workspaceId,
  ...delay(delaySeconds),
});

export const buildLaneJobs = (job: BroadcastJob, lanes: number): QueueJob[] =>
  Array.from({ length: lanes }, (_, lane) => buildLaneJob({ ...job, lane }));

/** With a phone number, it checks that recipient; without one, it is the watchdog of the broadcast. */
export const checkJob = z.object({
  workspaceId: z.uuid(),
  broadcastId: z.uuid(),
  phone: z.optional(z.string()),
});

export type CheckJob = z.output<typeof checkJob>;

export type RecipientCheckJob = CheckJob & { phone: string };

export const buildWatchdogJob = (job: BroadcastJob): QueueJob => ({
  queue: 'checkBroadcast',
  body: job,
  delaySeconds: delaySecondsMax,
});

/** The watchdog of a broadcast that waits for its time, which may take several steps. */
export const buildWakeJob = (job: BroadcastJob, delaySeconds: number): QueueJob => ({
  queue: 'checkBroadcast',
  body: job,
  delaySeconds: Math.min(delaySecondsMax, delaySeconds),
});

/** Receipts usually arrive within seconds. A later one still updates the message. */
export const receiptTimeoutSeconds = 300;

export const buildRecipientCheckJob = (job: RecipientCheckJob): QueueJob => ({
  queue: 'checkBroadcast',
  body: job,
  delaySeconds: receiptTimeoutSeconds,
});
