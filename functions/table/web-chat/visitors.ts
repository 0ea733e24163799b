import type { StoredVisitor } from '../../model/web-chat/visitor.ts';
import { removeItems } from '../dynamodb/batch-write.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { findItem } from '../dynamodb/read.ts';
import { updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

export interface VisitorKey {
  siteId: string;
  sha256: string;
}

export const findVisitor = async ({ siteId, sha256 }: VisitorKey): Promise<StoredVisitor | undefined> => {
  const item = await findItem(keys.visitor(siteId, sha256));
  return item && toStoredVisitor(item);
};

/** False if the token is known by now. */
export const putVisitor = async ({ siteId, sha256 }: VisitorKey, visitor: StoredVisitor): Promise<boolean> => {
  const { written } = await updateIf({
    Key: keys.visitor(siteId, sha256),
    ConditionExpression: 'attribute_not_exists(pk)',
    ...assign({ ...visitor }),
  });
  return written;
};

/** False if the visitor has done something else meanwhile, or is gone. */
export const spendVisitor = async (
  { siteId, sha256 }: VisitorKey,
  { minute: minuteBefore, minute_used: usedBefore }: StoredVisitor,
  changes: Partial<StoredVisitor>,
): Promise<boolean> => {
  const { written } = await updateIf({
    Key: keys.visitor(siteId, sha256),
    ConditionExpression:
      minuteBefore === undefined
        ? 'attribute_exists(pk) AND attribute_not_exists(#minute)'
        : '#minute = :minute_before AND #minute_used = :used_before',
    ...assign(
      // The condition names both, also where they stay as they are.
      { minute: minuteBefore, minute_used: usedBefore, ...changes },
      minuteBefore === undefined ? {} : { ':minute_before': minuteBefore, ':used_before': usedBefore },
    ),
  });
  return written;
};

/** False if the visitor has signed out or was erased. */
export const updateVisitor = async (
  { siteId, sha256 }: VisitorKey,
  changes: Partial<StoredVisitor>,
): Promise<boolean> => {
  const { written } = await updateIf({
    Key: keys.visitor(siteId, sha256),
    ConditionExpression: 'attribute_exists(pk)',
    ...assign(changes),
  });
  return written;
};

export const removeVisitor = ({ siteId, sha256 }: VisitorKey): Promise<void> =>
  removeItems([keys.visitor(siteId, sha256)]);

/** False if so many came already. */
export const countNewVisitor = async (
  workspaceId: string,
  { who, minute, max, expires }: { who: string; minute: string; max: number; expires: number },
): Promise<boolean> => {
  const { written } = await updateIf({
    Key: keys.newVisitors(workspaceId, who, minute),
    ConditionExpression: 'attribute_not_exists(pk) OR used < :max',
    UpdateExpression: 'SET expires = :expires ADD used :one',
    ExpressionAttributeValues: { ':expires': expires, ':one': 1, ':max': max },
  });
  return written;
};

const toStoredVisitor = ({ pk, sk, ...fields }: Item): StoredVisitor => fields as unknown as StoredVisitor;
