import { type SavedReply, savedRepliesMax } from '../../model/conversations/answering.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryPage } from '../dynamodb/query.ts';
import { findItem } from '../dynamodb/read.ts';
import { type TransactionPart, transact, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

export const querySavedReplies = async (workspaceId: string): Promise<SavedReply[]> => {
  const page = { limit: savedRepliesMax, after: undefined };
  return (await queryPage(keys.savedReply(workspaceId, '').pk, page)).items.map(toSavedReply);
};

export const findSavedReply = async (workspaceId: string, id: string): Promise<SavedReply | undefined> => {
  const item = await findItem(keys.savedReply(workspaceId, id));
  return item && toSavedReply(item);
};

/** `exists`: a retry of the request that made it. */
export const putSavedReply = async (
  workspaceId: string,
  reply: SavedReply,
): Promise<'stored' | 'exists' | 'limit_reached'> => {
  const result = await transact([
    {
      Put: {
        Item: { ...keys.savedReply(workspaceId, reply.id), ...reply },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    countPart(workspaceId, 1),
  ]);
  if (result.written) return 'stored';
  return result.failedPart === 0 ? 'exists' : 'limit_reached';
};

/** False if it is gone. */
export const updateSavedReply = async (workspaceId: string, { id, ...fields }: SavedReply): Promise<boolean> => {
  const { written } = await updateIf({
    Key: keys.savedReply(workspaceId, id),
    ConditionExpression: 'attribute_exists(pk)',
    ...assign(fields),
  });
  return written;
};

export const removeSavedReply = async (workspaceId: string, id: string): Promise<boolean> => {
  const { written } = await transact([
    { Delete: { Key: keys.savedReply(workspaceId, id), ConditionExpression: 'attribute_exists(pk)' } },
    countPart(workspaceId, -1),
  ]);
  return written;
};

const countPart = (workspaceId: string, change: 1 | -1): TransactionPart => ({
  Update: {
    Key: keys.savedReplyCount(workspaceId),
    UpdateExpression: 'ADD replies :change',
    ...(change > 0
      ? {
          ConditionExpression: 'attribute_not_exists(replies) OR replies < :max',
          ExpressionAttributeValues: { ':change': change, ':max': savedRepliesMax },
        }
      : { ConditionExpression: 'replies > :zero', ExpressionAttributeValues: { ':change': change, ':zero': 0 } }),
  },
});

const toSavedReply = ({ pk, sk, ...fields }: Item): SavedReply => fields as unknown as SavedReply;
