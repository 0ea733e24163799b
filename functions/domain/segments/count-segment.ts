import { buildMaintenanceJob, type CountSegmentJob } from '../../model/jobs/maintenance.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { putCount } from '../../table/segments/member-count.ts';
import { findSegment, type SegmentCount } from '../../table/segments/segments.ts';
import { addLogFields } from '../log.ts';
import { enqueueJobs } from '../queues.ts';
import { type Count, countLimits, countMatchingContacts } from './matching-contacts.ts';

/** With a second between runs, a count takes less than half of what its partition can read. */
const delaySeconds = 1;

/**
 * Counts one step and enqueues the next. The segment's item holds the position, so a duplicate job or a retry after a
 * crash goes on from there, and of two jobs at the same position only one is counted.
 */
export const countSegment = async (job: CountSegmentJob): Promise<void> => {
  const { workspaceId, segmentId } = job;
  addLogFields({ workspace_id: workspaceId, segment_id: segmentId });
  const segment = await findSegment(workspaceId, segmentId);
  const { filter, tag_ids, count } = segment ?? {};
  if (!segment || !filter || !count?.run) return;
  const { run } = count;
  const limits = { nowMs: Date.parse(run.started_at), after: run.before, rowsMax: countLimits.rowsPerRun };
  const counted = await countMatchingContacts(workspaceId, { filter, tag_ids }, limits);
  const isAdvanced = await putCount(workspaceId, segment, ...advance(count, run, counted));
  if (isAdvanced && counted.next !== undefined) {
    await enqueueJobs([buildMaintenanceJob(job, delaySeconds)]);
  }
};

const advance = (
  count: SegmentCount,
  run: NonNullable<SegmentCount['run']>,
  { found, rows, next }: Count,
): [SegmentCount | null, 'counting' | null] => {
  const total = { found: run.found + found, rows: run.rows + rows };
  if (next !== undefined) {
    const isFirst = count.as_of === run.started_at;
    const advanced = { ...run, ...total, before: next, advanced_at: isoTime(clock.now()) };
    return [{ ...count, member_count: isFirst ? total.found : count.member_count, run: advanced }, 'counting'];
  }
  if (total.rows <= countLimits.exactRows) return [null, null];
  return [{ member_count: total.found, as_of: run.started_at, run: null }, null];
};
