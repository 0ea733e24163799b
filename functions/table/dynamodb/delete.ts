import { setTimeout as wait } from 'node:timers/promises';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { env } from '../../platform/env.ts';
import type { Key } from '../keys.ts';
import { table } from './client.ts';

const batchKeysMax = 25;
const batchAttemptsMax = 8;

/** Removes items without a condition: only for items that nobody writes any more. */
export const removeItems = async (unwanted: Key[]): Promise<void> => {
  const batches = Array.from({ length: Math.ceil(unwanted.length / batchKeysMax) }, (_, batch) =>
    unwanted.slice(batch * batchKeysMax, (batch + 1) * batchKeysMax),
  );
  await Promise.all(batches.map((batch) => removeBatch(batch)));
};

/** What the table leaves unprocessed because it is throttled is tried again, with growing, jittered waits. */
const removeBatch = async (unwanted: Key[], attempt = 1): Promise<void> => {
  const name = env.tableName();
  const { UnprocessedItems: unprocessed } = await table.send(
    new BatchWriteCommand({ RequestItems: { [name]: unwanted.map((key) => ({ DeleteRequest: { Key: key } })) } }),
  );
  const left = (unprocessed?.[name] ?? []).flatMap(({ DeleteRequest: request }) => (request?.Key ?? []) as Key | Key[]);
  if (left.length === 0) return;
  if (attempt === batchAttemptsMax)
    throw new Error(`The table left ${left.length} items unremoved after ${attempt} tries.`);
  await wait(Math.random() * 25 * 2 ** attempt);
  return removeBatch(left, attempt + 1);
};
