import type { Page, PageRequest } from '../../model/page.ts';
import { removeItems } from '../dynamodb/batch-write.ts';
import { queryPage } from '../dynamodb/query.ts';
import { findExistingKeys } from '../dynamodb/read.ts';
import { type TransactionPart, transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** A transaction has at most 100 parts; one updates the segment's count. */
export const membersPerWriteMax = 99;

type MembersResult = 'written' | 'segment_not_found' | 'conflict';

export const putMembers = (workspaceId: string, segmentId: string, contactIds: string[]): Promise<MembersResult> =>
  writeMembers(memberCountPart(workspaceId, segmentId, contactIds.length), contactIds, (contactId) => ({
    Put: { Item: keys.segmentMember(segmentId, contactId), ConditionExpression: 'attribute_not_exists(pk)' },
  }));

export const removeMembers = (workspaceId: string, segmentId: string, contactIds: string[]): Promise<MembersResult> =>
  writeMembers(memberCountPart(workspaceId, segmentId, -contactIds.length), contactIds, (contactId) => ({
    Delete: { Key: keys.segmentMember(segmentId, contactId), ConditionExpression: 'attribute_exists(pk)' },
  }));

export const findMemberIds = async (segmentId: string, contactIds: readonly string[]): Promise<Set<string>> => {
  const found = await findExistingKeys(contactIds.map((contactId) => keys.segmentMember(segmentId, contactId)));
  return new Set(found.map(({ sk }) => sk));
};

export const findSegmentsWith = async (segmentIds: readonly string[], contactId: string): Promise<string[]> => {
  const found = await findExistingKeys(segmentIds.map((segmentId) => keys.segmentMember(segmentId, contactId)));
  return segmentIds.filter((segmentId) => found.some(({ pk }) => pk === keys.segmentMember(segmentId, contactId).pk));
};

export const querySegmentMembers = async (segmentId: string, page: PageRequest): Promise<Page<string>> => {
  const { items, next } = await queryPage(keys.segmentMember(segmentId, '').pk, page);
  return { items: items.map((row) => String(row['sk'])), next };
};

/** Returns whether rows remain. For a deleted segment: adding members requires the segment, so none are added. */
export const removeMemberBatch = async (segmentId: string, rowsMax: number): Promise<boolean> => {
  const { items, next } = await querySegmentMembers(segmentId, { limit: rowsMax, after: undefined });
  await removeItems(items.map((contactId) => keys.segmentMember(segmentId, contactId)));
  return next !== undefined;
};

const writeMembers = async (
  count: TransactionPart,
  contactIds: string[],
  part: (contactId: string) => TransactionPart,
): Promise<MembersResult> => {
  const result = await transact([count, ...contactIds.map(part)]);
  if (result.written) return 'written';
  return result.failedPart === 0 ? 'segment_not_found' : 'conflict';
};

const memberCountPart = (workspaceId: string, segmentId: string, change: number): TransactionPart => ({
  Update: {
    Key: keys.segment(workspaceId, segmentId),
    ConditionExpression: 'attribute_exists(pk) AND kind = :static',
    UpdateExpression: 'ADD member_count :change',
    ExpressionAttributeValues: { ':static': 'static', ':change': change },
  },
});
