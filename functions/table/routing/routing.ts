import type { Routing } from '../../model/routing/routing.ts';
import { assign } from '../dynamodb/expressions.ts';
import { findItem } from '../dynamodb/read.ts';
import { type TransactionPart, transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

export interface StoredRouting extends Routing {
  /** It grows with every change: of two at once, the second starts again. */
  version: number;
}

export const findRouting = async (workspaceId: string): Promise<StoredRouting | undefined> => {
  const item = await findItem(keys.routing(workspaceId));
  if (!item) return undefined;
  const { pk, sk, ...fields } = item;
  return fields as unknown as StoredRouting;
};

/** False if another writer was first. */
export const putRouting = async (
  workspaceId: string,
  before: StoredRouting | undefined,
  after: Routing,
  related: readonly TransactionPart[],
): Promise<boolean> => {
  const version = (before?.version ?? 0) + 1;
  const { written } = await transact([
    {
      Update: {
        Key: keys.routing(workspaceId),
        ConditionExpression: before ? 'version = :before' : 'attribute_not_exists(pk)',
        ...assign({ ...after, version }, before ? { ':before': before.version } : {}),
      },
    },
    ...related,
  ]);
  return written;
};
