import type { PlanWork } from '../../model/broadcast-jobs.ts';
import { clock } from '../../platform/clock.ts';
import { sendMessages } from '../../platform/queue.ts';
import { findPlan } from '../../table/broadcasts/audience.ts';
import { findBroadcast } from '../../table/broadcasts/broadcasts.ts';
import { findLane, type Lane } from '../../table/broadcasts/lanes.ts';
import { endBroadcast } from './complete.ts';
import { laneMessage, planMessage, watchMessage } from './jobs.ts';

/** Longer than a lane rests by itself, save at a channel that throttles; and to wake one that is awake does no harm. */
const restMsMax = 10 * 60 * 1_000;

/**
 * Wakes what should go on and does not, because its message was lost or lies among the dead letters; then looks again
 * later, until the broadcast is at its end.
 */
export const watchBroadcast = async (work: PlanWork): Promise<void> => {
  await endBroadcast(work.workspace_id, work.broadcast_id);
  const [broadcast, plan] = await Promise.all([
    findBroadcast(work.workspace_id, work.broadcast_id),
    findPlan(work.broadcast_id),
  ]);
  if (!broadcast || !plan || broadcast.completed_at !== null) return;
  const lanes = await Promise.all(
    Array.from({ length: broadcast.lanes }, (_, lane) => findLane(work.broadcast_id, lane)),
  );
  await sendMessages([
    ...(plan.is_finished ? [] : [planMessage(work)]),
    ...lanes.filter(isAtRest).map(({ lane }) => laneMessage({ ...work, lane })),
    watchMessage(work),
  ]);
};

const isAtRest = (lane: Lane | undefined): lane is Lane =>
  lane !== undefined && !lane.is_ended && clock.now() - Date.parse(lane.moved_at) > restMsMax;
