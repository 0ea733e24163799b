import { BatchWriteCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { env } from '../../platform/env.ts';
import { pack } from '../../platform/pack.ts';
import { retry } from '../../platform/retry.ts';
import { table } from './client.ts';
import type { Item, ItemKey } from './item.ts';

type WriteRequest = NonNullable<BatchWriteCommandInput['RequestItems']>[string][number];

const requestsMax = 25;
const backoff = { attemptsMax: 8, baseMs: 25 };

/** Unconditional: only for items that have no writer any more. */
export const removeItems = (keys: readonly ItemKey[]): Promise<void> =>
  writeAll(keys.map((key) => ({ DeleteRequest: { Key: key } })));

/** Unconditional: only for items whose writers all write the same. */
export const putItems = (items: readonly (Item | ItemKey)[]): Promise<void> =>
  writeAll(items.map((item) => ({ PutRequest: { Item: item } })));

const writeAll = async (requests: WriteRequest[]): Promise<void> => {
  await Promise.all(pack(requests, { countMax: requestsMax }).map((batch) => writeBatch(batch)));
};

/** DynamoDB leaves requests unprocessed when it throttles. */
const writeBatch = (requests: WriteRequest[]): Promise<true> => {
  const tableName = env.tableName();
  let remaining = requests;
  return retry(
    backoff,
    async () => {
      const { UnprocessedItems: unprocessed } = await table.send(
        new BatchWriteCommand({ RequestItems: { [tableName]: remaining } }),
      );
      remaining = unprocessed?.[tableName] ?? [];
      return remaining.length === 0 || undefined;
    },
    () => new Error(`${remaining.length} writes were still unprocessed after ${backoff.attemptsMax} attempts.`),
  );
};
