import { setTimeout as wait } from 'node:timers/promises';
import type { Chunk, Lane } from '../../model/broadcasts/audience.ts';
import { buildLaneJob, type LaneJob } from '../../model/jobs/broadcasts.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { findBroadcast, type StoredBroadcast, transitionBroadcast } from '../../table/broadcasts/broadcasts.ts';
import {
  advanceLane,
  completeLane,
  findLane,
  findLaneContext,
  type LaneContext,
} from '../../table/broadcasts/lanes.ts';
import { addLogFields } from '../log.ts';
import { enqueueJobs } from '../queues.ts';
import { completeIfDone } from './broadcasts.ts';
import { canceledReason } from './failure-reasons.ts';
import { type ChunkOutcome, failChunk, sendChunk } from './send-chunk.ts';
import { loadBroadcastContext } from './send-context.ts';

/** Leaves a function of 30 s time to finish the current chunk. */
const runMsMax = 8_000;

const audienceWaitMs = 1_000;

const chunkWaitMs = 1_500;
const otherWorkerWaitMs = 5_000;

/**
 * Sends one lane chunk by chunk, and enqueues itself again when its time is up. The stored lane records the position,
 * so duplicate jobs are harmless: of two workers one stops at the first conflict.
 */
export const sendLane = async (job: LaneJob): Promise<void> => {
  const { workspaceId, broadcastId } = job;
  addLogFields({ workspace_id: workspaceId, broadcast_id: broadcastId, lane: job.lane });
  const endsAtMs = clock.now() + runMsMax;
  let lane = await findLane(broadcastId, job.lane);
  let { slotAtMs } = job;
  while (lane && !lane.is_completed) {
    const step = await runStep(job, lane, slotAtMs);
    if (
      step === 'audience_pending' ||
      step === 'conflict' ||
      (step === 'claimed_elsewhere' && (await hasMovedOn(job, lane)))
    )
      return;
    if (step === 'claimed_elsewhere') return requeueLane(job, { retryAtMs: clock.now() + otherWorkerWaitMs });
    if ('retryAtMs' in step) return requeueLane(job, step);
    slotAtMs = undefined;
    lane = step;
    if (!lane.is_completed && clock.now() >= endsAtMs) return requeueLane(job, { retryAtMs: clock.now() });
  }
  await completeIfDone(workspaceId, broadcastId);
};

type StepOutcome =
  | Lane
  | { retryAtMs: number; slotAtMs?: number }
  | 'audience_pending'
  | 'claimed_elsewhere'
  | 'conflict';

const runStep = async (
  { workspaceId, broadcastId }: LaneJob,
  lane: Lane,
  slotAtMs: number | undefined,
): Promise<StepOutcome> => {
  const laneContext = await findLaneContext(workspaceId, broadcastId, lane.chunk);
  if (!laneContext) throw new Error(`Broadcast ${broadcastId} or its audience does not exist.`);
  const { broadcast, audience, chunk } = laneContext;
  // The worker that completes the audience starts the lanes again.
  if (!audience.is_finished) return 'audience_pending';
  if (chunk) return advancePastChunk(lane, broadcast, await sendOrFailChunk(laneContext, chunk, slotAtMs));
  // The batch read is not a snapshot: the audience may count a chunk that the same read did not find yet.
  if (lane.chunk < audience.chunks) return { retryAtMs: clock.now() + audienceWaitMs };
  await completeLane(broadcastId, lane.lane);
  return { ...lane, is_completed: true };
};

const sendOrFailChunk = async (
  laneContext: LaneContext,
  chunk: Chunk,
  slotAtMs: number | undefined,
): Promise<ChunkOutcome> => {
  const { broadcast } = laneContext;
  const context = await loadBroadcastContext(laneContext);
  if ('reason' in context) return failChunk(broadcast, chunk, context.reason);
  if (broadcast.status === 'queued' && !(await start(broadcast))) return failChunk(broadcast, chunk, canceledReason);
  return sendChunk(context, chunk, slotAtMs);
};

/** False if the broadcast was canceled after it was read: one that was canceled while queued sends nothing. */
const start = async ({ workspace_id, id }: StoredBroadcast): Promise<boolean> => {
  const fields = { status: 'sending' as const, started_at: isoTime(clock.now()) };
  if (await transitionBroadcast(workspace_id, id, ['queued'], fields)) return true;
  return (await findBroadcast(workspace_id, id))?.status !== 'canceled';
};

const advancePastChunk = async (
  lane: Lane,
  { id, workspace_id, lanes }: StoredBroadcast,
  outcome: ChunkOutcome,
): Promise<StepOutcome> => {
  if (outcome === 'claimed_elsewhere' || 'retryAtMs' in outcome) return outcome;
  const { reserved = 0, month = '', day = '' } = outcome.chunk;
  const messages = Math.max(0, reserved - outcome.used);
  const refund = messages > 0 ? { workspaceId: workspace_id, quotaDay: { month, day }, messages } : undefined;
  const nextChunk = lane.chunk + lanes;
  return (await advanceLane(id, lane, nextChunk, refund)) ? { ...lane, chunk: nextChunk } : 'conflict';
};

/** Gives another worker on the same lane time to advance it: one worker is enough. */
const hasMovedOn = async ({ broadcastId }: LaneJob, { lane, chunk }: Lane): Promise<boolean> => {
  await wait(chunkWaitMs);
  return (await findLane(broadcastId, lane))?.chunk !== chunk;
};

/** Rounds down for a reserved slot: arriving early means a short wait, arriving late means losing the slot. */
const requeueLane = (
  { workspaceId, broadcastId, lane }: LaneJob,
  { retryAtMs, slotAtMs }: { retryAtMs: number; slotAtMs?: number },
): Promise<void> => {
  const seconds = (retryAtMs - clock.now()) / 1_000;
  const delaySeconds = slotAtMs === undefined ? Math.ceil(seconds) : Math.floor(seconds);
  const job: LaneJob = { workspaceId, broadcastId, lane, ...(slotAtMs === undefined ? {} : { slotAtMs }) };
  return enqueueJobs([buildLaneJob(job, delaySeconds)]);
};
