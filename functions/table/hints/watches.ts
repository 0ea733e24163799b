import { isoTime } from '../../platform/clock.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { findItem, findItemsInOrder } from '../dynamodb/read.ts';
import { updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** Says that pages of a workspace listen for hints, and where. */
export interface StoredWatch {
  /** A part of the channel's name, which changes when a member loses access. */
  epoch: string;
  /** Pages that have not heard of the change still listen there. */
  earlier_epoch?: string;
  changed_at?: string;
  /** In seconds. DynamoDB removes the item later, so every reader compares the time itself. */
  expires: number;
}

const pageOf = (userId: string): string => `page_${userId}`;

/** `others` have a page open, as far as is known. */
export const renewWatch = async (
  { workspaceId, userId }: { workspaceId: string; userId: string },
  { epoch, expires, now }: { epoch: string; expires: number; now: number },
): Promise<{ watch: StoredWatch; others: string[] }> => {
  const { item = {} } = await updateIf({
    Key: keys.watch(workspaceId),
    UpdateExpression: 'SET epoch = if_not_exists(epoch, :epoch), expires = :expires, #page = :expires',
    ExpressionAttributeNames: { '#page': pageOf(userId) },
    ExpressionAttributeValues: { ':epoch': epoch, ':expires': expires },
  });
  const others = Object.keys(item).filter(
    (name) => name.startsWith(pageOf('')) && name !== pageOf(userId) && Number(item[name]) > now,
  );
  return { watch: toStoredWatch(item), others };
};

export const findWatch = async (workspaceId: string): Promise<StoredWatch | undefined> => {
  const item = await findItem(keys.watch(workspaceId));
  return item && toStoredWatch(item);
};

export const findWatches = async (workspaceIds: readonly string[]): Promise<(StoredWatch | undefined)[]> => {
  const items = await findItemsInOrder(
    workspaceIds.map((workspaceId) => keys.watch(workspaceId)),
    'eventual',
  );
  return items.map((item) => item && toStoredWatch(item));
};

/** Undefined if no page is open. */
export const changeEpoch = async (
  workspaceId: string,
  { epoch, earlier_epoch, nowMs }: { epoch: string; earlier_epoch: string; nowMs: number },
): Promise<StoredWatch | undefined> => {
  const { written, item } = await updateIf({
    Key: keys.watch(workspaceId),
    ConditionExpression: '#epoch = :earlier_epoch',
    ...assign({ epoch, earlier_epoch, changed_at: isoTime(nowMs) }),
  });
  return written ? toStoredWatch(item) : undefined;
};

const toStoredWatch = ({ pk, sk, ...fields }: Item): StoredWatch => fields as unknown as StoredWatch;
