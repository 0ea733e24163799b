import { ownRepliesMax, type SavedReply, savedRepliesMax } from '../../model/conversations/answering.ts';
import { removeItems } from '../dynamodb/batch-write.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item, ItemKey } from '../dynamodb/item.ts';
import { queryPage } from '../dynamodb/query.ts';
import { findItems } from '../dynamodb/read.ts';
import { type TransactionPart, transact, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** Replies that a member does not share are in a partition of their own, which nobody else reads. */
const toKey = (workspaceId: string, { id, is_shared, created_by }: SavedReply): ItemKey =>
  is_shared ? keys.savedReply(workspaceId, id) : keys.ownReply(workspaceId, created_by ?? '', id);

export const querySavedReplies = async (workspaceId: string, userId: string): Promise<SavedReply[]> => {
  const [shared, own] = await Promise.all([
    queryPage(keys.savedReply(workspaceId, '').pk, { limit: savedRepliesMax, after: undefined }, { isWhole: true }),
    queryOwnItems(workspaceId, userId),
  ]);
  return [...shared.items, ...own.filter(({ sk }) => sk !== keys.ownReplyCount('', '').sk)].map(toSavedReply);
};

/** Returns the replies and the item that counts them. */
const queryOwnItems = async (workspaceId: string, userId: string): Promise<Item[]> => {
  const page = { limit: ownRepliesMax + 1, after: undefined };
  return (await queryPage(keys.ownReply(workspaceId, userId, '').pk, page, { isWhole: true })).items;
};

/** Removes the replies of a member who has left. */
export const removeOwnReplies = async (workspaceId: string, userId: string): Promise<void> =>
  removeItems((await queryOwnItems(workspaceId, userId)).map(({ pk, sk }) => ({ pk, sk }) as ItemKey));

export const findSavedReply = async (
  workspaceId: string,
  userId: string,
  id: string,
): Promise<SavedReply | undefined> => {
  const [item] = await findItems([keys.savedReply(workspaceId, id), keys.ownReply(workspaceId, userId, id)]);
  return item && toSavedReply(item);
};

/** `exists`: a retry of the request that made it. */
export const putSavedReply = async (
  workspaceId: string,
  reply: SavedReply,
): Promise<'stored' | 'exists' | 'limit_reached'> => {
  const result = await transact([putPart(workspaceId, reply), countPart(workspaceId, reply, 1)]);
  if (result.written) return 'stored';
  return result.failedPart === 0 ? 'exists' : 'limit_reached';
};

/** `gone`: it was deleted or shared since it was read. */
export const updateSavedReply = async (
  workspaceId: string,
  before: SavedReply,
  after: SavedReply,
): Promise<'stored' | 'gone' | 'limit_reached'> => {
  if (before.is_shared === after.is_shared) {
    const { id, ...fields } = after;
    const update = { Key: toKey(workspaceId, after), ConditionExpression: 'attribute_exists(pk)', ...assign(fields) };
    return (await updateIf(update)).written ? 'stored' : 'gone';
  }
  const result = await transact([
    ...removalParts(workspaceId, before),
    putPart(workspaceId, after),
    countPart(workspaceId, after, 1),
  ]);
  if (result.written) return 'stored';
  return result.failedPart === 3 ? 'limit_reached' : 'gone';
};

export const removeSavedReply = async (workspaceId: string, reply: SavedReply): Promise<boolean> =>
  (await transact(removalParts(workspaceId, reply))).written;

const putPart = (workspaceId: string, reply: SavedReply): TransactionPart => ({
  Put: { Item: { ...toKey(workspaceId, reply), ...reply }, ConditionExpression: 'attribute_not_exists(pk)' },
});

const removalParts = (workspaceId: string, reply: SavedReply): TransactionPart[] => [
  { Delete: { Key: toKey(workspaceId, reply), ConditionExpression: 'attribute_exists(pk)' } },
  countPart(workspaceId, reply, -1),
];

const countPart = (workspaceId: string, { is_shared, created_by }: SavedReply, change: 1 | -1): TransactionPart => ({
  Update: {
    Key: is_shared ? keys.savedReplyCount(workspaceId) : keys.ownReplyCount(workspaceId, created_by ?? ''),
    UpdateExpression: 'ADD replies :change',
    ...(change > 0
      ? {
          ConditionExpression: 'attribute_not_exists(replies) OR replies < :max',
          ExpressionAttributeValues: { ':change': change, ':max': is_shared ? savedRepliesMax : ownRepliesMax },
        }
      : { ConditionExpression: 'replies > :zero', ExpressionAttributeValues: { ':change': change, ':zero': 0 } }),
  },
});

const toSavedReply = ({ pk, sk, ...fields }: Item): SavedReply => fields as unknown as SavedReply;
