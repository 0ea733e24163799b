import { setTimeout as wait } from 'node:timers/promises';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { env } from '../../platform/env.ts';
import { table } from './client.ts';
import type { ItemKey } from './item.ts';

const batchKeysMax = 25;
const batchAttemptsMax = 8;

/** Removes items without a condition: only for items that nobody writes any more. */
export const removeItems = async (keys: ItemKey[]): Promise<void> => {
  const batches = Array.from({ length: Math.ceil(keys.length / batchKeysMax) }, (_, batch) =>
    keys.slice(batch * batchKeysMax, (batch + 1) * batchKeysMax),
  );
  await Promise.all(batches.map((batch) => removeBatch(batch)));
};

/** What the table leaves unprocessed because it is throttled is tried again, with growing, jittered waits. */
const removeBatch = async (keys: ItemKey[], attempt = 1): Promise<void> => {
  const tableName = env.tableName();
  const { UnprocessedItems: unprocessed } = await table.send(
    new BatchWriteCommand({ RequestItems: { [tableName]: keys.map((key) => ({ DeleteRequest: { Key: key } })) } }),
  );
  const remaining = (unprocessed?.[tableName] ?? []).flatMap(
    ({ DeleteRequest: request }) => (request?.Key ?? []) as ItemKey | ItemKey[],
  );
  if (remaining.length === 0) return;
  if (attempt === batchAttemptsMax)
    throw new Error(`The table left ${remaining.length} items unremoved after ${attempt} tries.`);
  await wait(Math.random() * 25 * 2 ** attempt);
  return removeBatch(remaining, attempt + 1);
};
