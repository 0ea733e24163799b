import { setTimeout as wait } from 'node:timers/promises';
import type { LaneJob } from '../../model/broadcast-jobs.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import type { Chunk } from '../../table/broadcasts/audience.ts';
import { transitionBroadcast } from '../../table/broadcasts/broadcasts.ts';
import {
  advanceLane,
  completeLane,
  findLane,
  findLaneContext,
  type Lane,
  type LaneContext,
} from '../../table/broadcasts/lanes.ts';
import { addLogFields } from '../log.ts';
import { enqueueJobs } from '../queues.ts';
import { completeIfDone } from './complete.ts';
import { buildLaneJob } from './jobs.ts';
import { reserveQuota } from './reserve-quota.ts';
import { type ChunkOutcome, failChunk, sendChunk } from './send-chunk.ts';
import { loadSendRequirements } from './send-context.ts';

/** Leaves a function of 30 s the time to finish the chunk that it is in. */
const runMsMax = 8_000;

/** A plan freezes some thousand recipients a second: a lane that has caught up with it comes back soon. */
const audienceWaitMs = 1_000;

const chunkWaitMs = 1_500;

/** The other call is slow, or has crashed: what it left is taken up when it cannot be running any more. */
const crashedWaitMs = 5_000;

/**
 * Sends chunk after chunk of one lane, then hands over to another turn. The lane itself knows how far it is, so that
 * it does not matter how often or when somebody asks it to go on: of two who do, one stops at the first chunk.
 */
export const sendLane = async (job: LaneJob): Promise<void> => {
  const { workspace_id, broadcast_id } = job;
  addLogFields({ workspace_id, broadcast_id, lane: job.lane });
  const endsAtMs = clock.now() + runMsMax;
  let lane = await findLane(broadcast_id, job.lane);
  let slotAtMs = job.slot_at_ms;
  while (lane && !lane.is_completed) {
    const step = await runStep(job, lane, slotAtMs);
    if (step === 'conflict' || (step === 'claimed_elsewhere' && (await hasMovedOn(job, lane)))) return;
    if (step === 'claimed_elsewhere') return requeueLane(job, { retryAtMs: clock.now() + crashedWaitMs });
    if ('retryAtMs' in step) return requeueLane(job, step);
    slotAtMs = undefined;
    lane = step;
    if (!lane.is_completed && clock.now() >= endsAtMs) return requeueLane(job, { retryAtMs: clock.now() });
  }
  await completeIfDone(workspace_id, broadcast_id);
};

/** The lane as it then is; or when to go on, with the slot that was found for it; or nothing more to do here. */
type StepOutcome = Lane | { retryAtMs: number; slotAtMs?: number } | 'claimed_elsewhere' | 'conflict';

const runStep = async (job: LaneJob, lane: Lane, slotAtMs: number | undefined): Promise<StepOutcome> => {
  const { workspace_id, broadcast_id } = job;
  const laneContext = await findLaneContext(workspace_id, broadcast_id, lane.chunk);
  if (!laneContext) throw new Error(`The broadcast ${broadcast_id} lacks a part of itself.`);
  const { chunk, audience } = laneContext;
  if (chunk) return sendCurrentChunk(lane, laneContext, chunk, slotAtMs);
  // The plan itself says how many chunks there are: the chunk may have been looked for just before it was written.
  if (!audience.is_finished || lane.chunk < audience.chunks) return { retryAtMs: clock.now() + audienceWaitMs };
  await completeLane(broadcast_id, lane.lane);
  return { ...lane, is_completed: true };
};

const sendCurrentChunk = async (
  lane: Lane,
  laneContext: LaneContext,
  chunk: Chunk,
  reservedSlotMs: number | undefined,
): Promise<StepOutcome> => {
  const { broadcast, audience } = laneContext;
  const requirements = await loadSendRequirements(laneContext);
  if ('reason' in requirements) {
    // Nothing more is reserved, by whoever may still be sending here; so what it gives back is all there is.
    const reservedChunk = await reserveQuota(broadcast, chunk, 0);
    return advancePastChunk(lane, laneContext, await failChunk(broadcast, reservedChunk, requirements.reason));
  }
  if (broadcast.status === 'queued') await markStarted(laneContext);
  const outcome = await sendChunk({ broadcast, template: audience.template, ...requirements }, chunk, reservedSlotMs);
  return advancePastChunk(lane, laneContext, outcome);
};

const markStarted = ({ broadcast: { workspace_id, id } }: LaneContext): Promise<boolean> =>
  transitionBroadcast(workspace_id, id, ['queued'], { status: 'sending', started_at: isoTime(clock.now()) });

const advancePastChunk = async (
  lane: Lane,
  { broadcast }: LaneContext,
  outcome: ChunkOutcome,
): Promise<StepOutcome> => {
  if (outcome === 'claimed_elsewhere' || 'retryAtMs' in outcome) return outcome;
  const { used, chunk } = outcome;
  const { reserved = 0, month = '' } = chunk;
  const next = lane.chunk + broadcast.lanes;
  const messages = Math.max(0, reserved - used);
  const refund = messages > 0 ? { workspaceId: broadcast.workspace_id, month, messages } : undefined;
  return (await advanceLane(broadcast.id, lane, next, refund)) ? { ...lane, chunk: next } : 'conflict';
};

/** Waits as long as a chunk takes, then looks whether another call has gone on with the lane: one is enough. */
const hasMovedOn = async ({ broadcast_id }: LaneJob, { lane, chunk }: Lane): Promise<boolean> => {
  await wait(chunkWaitMs);
  return (await findLane(broadcast_id, lane))?.chunk !== chunk;
};

/** For a slot rounded down: who comes up to a second too early can wait for it, who comes too late has missed it. */
const requeueLane = (
  { workspace_id, broadcast_id, lane }: LaneJob,
  { retryAtMs, slotAtMs }: { retryAtMs: number; slotAtMs?: number },
): Promise<void> => {
  const seconds = (retryAtMs - clock.now()) / 1_000;
  const delaySeconds = Math.min(900, Math.max(0, slotAtMs === undefined ? Math.ceil(seconds) : Math.floor(seconds)));
  const body: LaneJob = {
    workspace_id,
    broadcast_id,
    lane,
    ...(slotAtMs === undefined ? {} : { slot_at_ms: slotAtMs }),
  };
  return enqueueJobs([{ ...buildLaneJob(body), delaySeconds }]);
};
