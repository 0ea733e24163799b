import type { GoneSegment } from '../../model/segment.ts';
import { note } from '../../platform/invocation-trace.ts';
import { sendMessages } from '../../platform/queue.ts';
import { sweepMembers } from '../../table/segments/members.ts';

/** A partition takes about 1,000 writes a second: a turn of 1,000 rows ends well before the function has to. */
const rowsPerStep = 100;
const stepsPerTurn = 10;

/**
 * Removes the members' rows of a segment that is gone, and hands over to another turn while any are left. Two turns at
 * a time do no harm: no rows are added any more, and removing a row twice is removing it.
 */
export const cleanSegment = async ({ segment_id }: GoneSegment): Promise<void> => {
  note({ segment_id });
  for (let step = 0; step < stepsPerTurn; step += 1) {
    const isMoreLeft = await sweepMembers(segment_id, rowsPerStep);
    if (!isMoreLeft) return;
  }
  await sendMessages([{ queue: 'cleanSegment', body: { segment_id } satisfies GoneSegment }]);
};
