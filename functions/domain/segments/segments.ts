import { ApiError, notFound } from '../../model/api-error.ts';
import { pickColor } from '../../model/contacts/tag.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import type { ListedSegment, NewSegment, Segment, SegmentChanges } from '../../model/segments/segment.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import {
  findSegment,
  findSegmentToRemove,
  putSegment,
  querySegments,
  removeSegment,
  type StoredSegment,
  updateSegmentItem,
} from '../../table/segments/segments.ts';
import { findStableTagIds } from './matching-contacts.ts';
import { readMemberCount } from './member-count.ts';

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

export const toListItem = (segment: StoredSegment): ListedSegment => ({
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
