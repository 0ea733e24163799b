import type { Page, PageRequest } from '../../model/page.ts';
import { type ListedSegment, type Segment, segmentKeyOf } from '../../model/segment.ts';
import { assign } from '../dynamodb/expressions.ts';
import { queryPage } from '../dynamodb/query.ts';
import { findItem } from '../dynamodb/read.ts';
import { type Item, type TransactionPart, transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** A segment as it lies in the table. The count is that of a static segment's members; a dynamic one has none. */
export interface StoredSegment extends Segment {
  /** Counts the changes of the segment itself; members coming and going do not count. */
  version: number;
}

/** Stores a new segment; false when its name is taken, or its id, which is so when this call was tried before. */
export const putSegment = async (workspaceId: string, segment: StoredSegment): Promise<boolean> => {
  const { written } = await transact([
    {
      Put: {
        Item: { ...keys.segment(workspaceId, segment.id), entity: 'segment', ...segment },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    namePart(workspaceId, segment),
  ]);
  return written;
};

export const findSegment = async (workspaceId: string, segmentId: string): Promise<StoredSegment | undefined> => {
  const item = await findItem(keys.segment(workspaceId, segmentId));
  return item && parseSegment(item);
};

/** A page of the workspace's segments, newest first. */
export const querySegments = async (workspaceId: string, page: PageRequest): Promise<Page<StoredSegment>> => {
  const { items, next } = await queryPage(keys.segment(workspaceId, '').pk, page);
  return { items: items.map(parseSegment), next };
};

type Fields = Partial<Pick<ListedSegment, 'name' | 'description' | 'filter'>> & Pick<ListedSegment, 'updated_at'>;

/** Changes what is present, and with a new name the pointer to it, unless the segment is no longer as it was seen. */
export const updateSegment = async (
  workspaceId: string,
  seen: StoredSegment,
  fields: Fields,
): Promise<'updated' | 'conflict' | 'name taken'> => {
  const { name = seen.name } = fields;
  const isRenamed = segmentKeyOf(name) !== segmentKeyOf(seen.name);
  const result = await transact([
    fieldsPart(workspaceId, seen, fields),
    ...(isRenamed ? [namePart(workspaceId, { id: seen.id, name }), noNamePart(workspaceId, seen)] : []),
  ]);
  if (result.written) return 'updated';
  return result.failed === 1 ? 'name taken' : 'conflict';
};

/** Removes the segment and frees its name, unless the segment is no longer as it was seen. */
export const removeSegment = async (workspaceId: string, seen: StoredSegment): Promise<boolean> => {
  const { written } = await transact([
    {
      Delete: {
        Key: keys.segment(workspaceId, seen.id),
        ConditionExpression: 'version = :expected',
        ExpressionAttributeValues: { ':expected': seen.version },
      },
    },
    noNamePart(workspaceId, seen),
  ]);
  return written;
};

const fieldsPart = (workspaceId: string, seen: StoredSegment, fields: Fields): TransactionPart => ({
  Update: {
    Key: keys.segment(workspaceId, seen.id),
    ConditionExpression: '#version = :expected',
    ...assign({ ...fields, version: seen.version + 1 }, { ':expected': seen.version }),
  },
});

/** Takes a name, unless a segment has it. */
const namePart = (workspaceId: string, { id, name }: Pick<StoredSegment, 'id' | 'name'>): TransactionPart => ({
  Put: {
    Item: { ...keys.segmentName(workspaceId, segmentKeyOf(name)), segment_id: id },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

const noNamePart = (workspaceId: string, { id, name }: StoredSegment): TransactionPart => ({
  Delete: {
    Key: keys.segmentName(workspaceId, segmentKeyOf(name)),
    ConditionExpression: 'segment_id = :id',
    ExpressionAttributeValues: { ':id': id },
  },
});

const parseSegment = ({ pk, sk, entity, ...fields }: Item): StoredSegment => fields as unknown as StoredSegment;
