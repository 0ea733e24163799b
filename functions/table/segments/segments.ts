import type { Page, PageRequest } from '../../model/page.ts';
import { type ListedSegment, type Segment, toSegmentKey } from '../../model/segments/segment.ts';
import { requestIdField } from '../../platform/log/invocation-trace.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryPage } from '../dynamodb/query.ts';
import { findItem, findItems } from '../dynamodb/read.ts';
import { type TransactionPart, transact, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

export interface StoredSegment extends Omit<Segment, 'member_count_as_of'> {
  /** Optimistic lock over the segment's own fields; members and counts change without a new version. */
  version: number;
  /** A dynamic segment has it: see `findStableTagIds`. Null until every tag exists. */
  tag_ids?: string[] | null;
  /** A dynamic segment that is counted in the background has it; a new filter clears it. */
  count?: SegmentCount | null;
  /** `requested` starts a count: the stream's filter looks for it. */
  status?: 'requested' | 'counting' | null;
}

export interface SegmentCount {
  member_count: number;
  as_of: string;
  run: CountRun | null;
}

interface CountRun {
  started_at: string;
  advanced_at: string;
  before?: string;
  rows: number;
  found: number;
}

/** Returns false when the name is taken, or the id exists because an earlier attempt of the same request stored it. */
export const putSegment = async (workspaceId: string, segment: StoredSegment): Promise<boolean> => {
  const { written } = await transact([
    {
      Put: {
        Item: { ...keys.segment(workspaceId, segment.id), entity: 'segment', ...segment },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    newNamePart(workspaceId, segment),
  ]);
  return written;
};

export const findSegment = async (workspaceId: string, segmentId: string): Promise<StoredSegment | undefined> => {
  const item = await findItem(keys.segment(workspaceId, segmentId));
  return item && toStoredSegment(item);
};

export const findSegmentsById = async (
  workspaceId: string,
  segmentIds: readonly string[],
): Promise<StoredSegment[]> => {
  const items = await findItems(segmentIds.map((id) => keys.segment(workspaceId, id)));
  return items.map(toStoredSegment);
};

export const querySegments = async (workspaceId: string, page: PageRequest): Promise<Page<StoredSegment>> => {
  const { items, next } = await queryPage(keys.segment(workspaceId, '').pk, page);
  return { items: items.map(toStoredSegment), next };
};

type SegmentUpdate = Partial<Pick<StoredSegment, 'name' | 'description' | 'filter' | 'tag_ids' | 'count' | 'status'>> &
  Pick<ListedSegment, 'updated_at'>;

export const updateSegmentItem = async (
  workspaceId: string,
  expected: StoredSegment,
  fields: SegmentUpdate,
): Promise<'updated' | 'conflict' | 'name_taken'> => {
  const { name = expected.name } = fields;
  const isRenamed = toSegmentKey(name) !== toSegmentKey(expected.name);
  const result = await transact([
    segmentUpdatePart(workspaceId, expected, fields),
    ...(isRenamed ? [newNamePart(workspaceId, { id: expected.id, name }), removeNamePart(workspaceId, expected)] : []),
  ]);
  if (result.written) return 'updated';
  return result.failedPart === 1 ? 'name_taken' : 'conflict';
};

/** The stream sees a deleted item as it last was, so the request that deletes it has to leave its id there first. */
export const findSegmentToRemove = async (
  workspaceId: string,
  segmentId: string,
): Promise<StoredSegment | undefined> => {
  const { written, item } = await updateIf({
    Key: keys.segment(workspaceId, segmentId),
    ConditionExpression: 'attribute_exists(pk)',
    ...assign({ request_id: null, ...requestIdField() }),
  });
  return written ? toStoredSegment(item) : undefined;
};

export const removeSegment = async (workspaceId: string, expected: StoredSegment): Promise<boolean> => {
  const { written } = await transact([
    {
      Delete: {
        Key: keys.segment(workspaceId, expected.id),
        ConditionExpression: 'version = :expected',
        ExpressionAttributeValues: { ':expected': expected.version },
      },
    },
    removeNamePart(workspaceId, expected),
  ]);
  return written;
};

const segmentUpdatePart = (workspaceId: string, expected: StoredSegment, fields: SegmentUpdate): TransactionPart => ({
  Update: {
    Key: keys.segment(workspaceId, expected.id),
    ConditionExpression: '#version = :expected',
    ...assign({ ...fields, version: expected.version + 1 }, { ':expected': expected.version }),
  },
});

const newNamePart = (workspaceId: string, { id, name }: Pick<StoredSegment, 'id' | 'name'>): TransactionPart => ({
  Put: {
    Item: { ...keys.segmentName(workspaceId, toSegmentKey(name)), segment_id: id },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

const removeNamePart = (workspaceId: string, { id, name }: StoredSegment): TransactionPart => ({
  Delete: {
    Key: keys.segmentName(workspaceId, toSegmentKey(name)),
    ConditionExpression: 'segment_id = :id',
    ExpressionAttributeValues: { ':id': id },
  },
});

const toStoredSegment = ({ pk, sk, entity, request_id, ...fields }: Item): StoredSegment =>
  fields as unknown as StoredSegment;
