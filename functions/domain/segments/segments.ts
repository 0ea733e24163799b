import { ApiError, notFound } from '../../model/api-error.ts';
import { pickColor } from '../../model/contacts/tag.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { compileFilter } from '../../model/segments/matching.ts';
import type { ListedSegment, NewSegment, Segment, SegmentChanges } from '../../model/segments/segment.ts';
import { clock, hourMs, isoTime } from '../../platform/clock.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { putCount } from '../../table/segments/member-count.ts';
import { findSegmentsWith } from '../../table/segments/members.ts';
import {
  findSegment,
  findSegmentToRemove,
  putSegment,
  querySegments,
  removeSegment,
  type SegmentCount,
  type StoredSegment,
  updateSegmentItem,
} from '../../table/segments/segments.ts';
import { getStoredContact } from '../contacts/contacts.ts';
import { type Count, countLimits, countMatchingContacts, findStableTagIds } from './matching-contacts.ts';

/** Idempotent: a retry with the same id returns the stored segment. */
export const createSegment = async (workspaceId: string, id: string, input: NewSegment): Promise<Segment> => {
  const fields = newSegment(id, input);
  const segment = { ...fields, ...(await tagIdsField(workspaceId, fields.filter)) };
  const isStored = await putSegment(workspaceId, segment);
  const stored = isStored ? segment : await findSegment(workspaceId, id);
  if (!stored) throw nameTaken(input.name);
  return withMemberCount(workspaceId, stored);
};

export const getSegment = async (workspaceId: string, segmentId: string): Promise<Segment> =>
  withMemberCount(workspaceId, await getStoredSegment(workspaceId, segmentId));

export const getStoredSegment = async (workspaceId: string, segmentId: string): Promise<StoredSegment> => {
  const segment = await findSegment(workspaceId, segmentId);
  if (!segment) throw notFound('segment');
  return segment;
};

export const findSegmentName = async (workspaceId: string, segmentId: string): Promise<string | undefined> =>
  (await findSegment(workspaceId, segmentId))?.name;

export const listSegments = async (workspaceId: string, page: PageRequest): Promise<Page<ListedSegment>> => {
  const { items, next } = await querySegments(workspaceId, page);
  return { items: items.map(toListItem), next };
};

export const updateSegment = async (
  workspaceId: string,
  segmentId: string,
  changes: SegmentChanges,
): Promise<Segment> => {
  const updated = await retryOnConflict(async () => {
    const current = await getStoredSegment(workspaceId, segmentId);
    const changed = toChangedFields(current, changes);
    if (Object.keys(changed).length === 0) return current;
    const { filter } = changed;
    const fields = filter ? { ...changed, ...noCount, ...(await tagIdsField(workspaceId, filter)) } : changed;
    const after = { ...current, ...fields, updated_at: isoTime(clock.now()) };
    const outcome = await updateSegmentItem(workspaceId, current, { ...fields, updated_at: after.updated_at });
    if (outcome === 'name_taken') throw nameTaken(after.name);
    return outcome === 'updated' ? after : 'conflict';
  });
  return withMemberCount(workspaceId, updated);
};

/** Frees the name at once; the rows of a static segment's members are deleted in the background. */
export const deleteSegment = async (workspaceId: string, segmentId: string) => {
  await retryOnConflict(async () => {
    const current = await findSegmentToRemove(workspaceId, segmentId);
    if (!current) throw notFound('segment');
    return (await removeSegment(workspaceId, current)) || 'conflict';
  });
  return { id: segmentId, deleted: true as const };
};

const newSegment = (id: string, { name, description, kind, filter }: NewSegment): StoredSegment => {
  if (kind === 'dynamic' && !filter) throw filterRequired();
  const now = isoTime(clock.now());
  return {
    id,
    name,
    description: description ?? null,
    color: pickColor(name),
    kind,
    filter: (kind === 'dynamic' && filter) || null,
    member_count: 0,
    created_at: now,
    updated_at: now,
    version: 1,
  };
};

const toChangedFields = (current: StoredSegment, { name, description, filter }: SegmentChanges) => {
  if (filter !== undefined && current.kind === 'static') {
    throw new ApiError(
      'bad_request',
      'A static segment has no filter. Leave "filter" out, or create a dynamic segment.',
    );
  }
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(filter === undefined ? {} : { filter }),
  };
};

const noCount = { count: null, status: null };

const tagIdsField = async (workspaceId: string, filter: StoredSegment['filter']) =>
  filter ? { tag_ids: await findStableTagIds(workspaceId, filter) } : {};

const withMemberCount = async (workspaceId: string, segment: StoredSegment): Promise<Segment> => ({
  ...toListItem(segment),
  ...(await readMemberCount(workspaceId, segment)),
});

const toListItem = (segment: StoredSegment): ListedSegment => ({
  id: segment.id,
  name: segment.name,
  description: segment.description,
  color: segment.color,
  kind: segment.kind,
  filter: segment.filter,
  created_at: segment.created_at,
  updated_at: segment.updated_at,
});

const filterRequired = (): ApiError =>
  new ApiError('bad_request', 'A dynamic segment needs a "filter" with "match" and "rules".');

const nameTaken = (name: string): ApiError =>
  new ApiError('bad_request', `The workspace already has a segment named "${name}". Choose another name.`);

type MemberCount = Pick<Segment, 'member_count' | 'member_count_as_of'>;

const countAgeMsMax = hourMs;

const readMemberCount = async (workspaceId: string, segment: StoredSegment): Promise<MemberCount> => {
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

/** The segments of the page that the contact is in. A page may be short, or empty, and still have a next one. */
export const listContactSegments = async (
  workspaceId: string,
  contactId: string,
  page: PageRequest,
): Promise<Page<ListedSegment>> => {
  const contact = await getStoredContact(workspaceId, contactId);
  const { items, next } = await querySegments(workspaceId, page);
  const lists = items.filter(({ filter }) => !filter).map(({ id }) => id);
  const memberOf = new Set(await findSegmentsWith(lists, contactId));
  const nowMs = clock.now();
  const own = items.filter(({ id, filter }) => (filter ? compileFilter(filter, nowMs)(contact) : memberOf.has(id)));
  return { items: own.map(toListItem), next };
};
