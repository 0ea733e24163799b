import type { LaneWork, PlanWork } from '../../model/broadcast-jobs.ts';
import type { QueueMessage } from '../../platform/queue.ts';

/** Has the plan go on. */
export const planMessage = (work: PlanWork): QueueMessage => ({
  queue: 'planBroadcast',
  body: work,
  group: work.workspace_id,
});

/** Has a lane go on. */
export const laneMessage = (work: LaneWork): QueueMessage => ({
  queue: 'sendBroadcast',
  body: work,
  group: work.workspace_id,
});

/** Has somebody look whether the broadcast still goes on, as late as a queue can. */
export const watchMessage = (work: PlanWork): QueueMessage => ({
  queue: 'settleBroadcast',
  body: work,
  delaySeconds: 900,
});
