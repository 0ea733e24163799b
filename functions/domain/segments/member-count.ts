import type { Segment } from '../../model/segments/segment.ts';
import { clock, hourMs, isoTime } from '../../platform/clock.ts';
import { putCount } from '../../table/segments/member-count.ts';
import type { SegmentCount, StoredSegment } from '../../table/segments/segments.ts';
import { type Count, countLimits, countMatchingContacts } from './matching-contacts.ts';

type MemberCount = Pick<Segment, 'member_count' | 'member_count_as_of'>;

const countAgeMsMax = hourMs;

export const readMemberCount = async (workspaceId: string, segment: StoredSegment): Promise<MemberCount> => {
  const { filter, tag_ids, count } = segment;
  if (!filter) return { member_count: segment.member_count, member_count_as_of: null };
  if (count) {
    if (isOutdated(count)) await putCount(workspaceId, segment, { ...count, run: renewRun(count) }, 'requested');
    return toMemberCount(count);
  }
  const nowMs = clock.now();
  const limits = { nowMs, after: undefined, rowsMax: countLimits.exactRows };
  const counted = await countMatchingContacts(workspaceId, { filter, tag_ids }, limits);
  if (counted.next === undefined) return { member_count: counted.found, member_count_as_of: null };
  const first = toFirstCount(counted, isoTime(nowMs));
  await putCount(workspaceId, segment, first, 'requested');
  return toMemberCount(first);
};

const toMemberCount = ({ member_count, as_of }: SegmentCount): MemberCount => ({
  member_count,
  member_count_as_of: as_of,
});

/** A run that made no progress for so long has lost its job. */
const isOutdated = ({ as_of, run }: SegmentCount): boolean =>
  Date.parse(run ? run.advanced_at : as_of) < clock.now() - countAgeMsMax;

const renewRun = ({ run }: SegmentCount): SegmentCount['run'] => {
  const now = isoTime(clock.now());
  return run ? { ...run, advanced_at: now } : { started_at: now, advanced_at: now, rows: 0, found: 0 };
};

const toFirstCount = ({ found, rows, next }: Count, now: string): SegmentCount => ({
  member_count: found,
  as_of: now,
  run: { started_at: now, advanced_at: now, rows, found, ...(next === undefined ? {} : { before: next }) },
});
