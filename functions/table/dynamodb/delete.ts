import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { env } from '../../platform/env.ts';
import { pack } from '../../platform/pack.ts';
import { retry } from '../../platform/retry.ts';
import { table } from './client.ts';
import type { ItemKey } from './item.ts';

const batchKeysMax = 25;
const backoff = { attemptsMax: 8, baseMs: 25 };

/** Unconditional: only for items that have no writer any more. */
export const removeItems = async (keys: ItemKey[]): Promise<void> => {
  await Promise.all(pack(keys, { countMax: batchKeysMax }).map((batch) => removeBatch(batch)));
};

/** DynamoDB leaves keys unprocessed when it throttles. */
const removeBatch = (keys: ItemKey[]): Promise<true> => {
  const tableName = env.tableName();
  let remaining = keys;
  return retry(
    backoff,
    async () => {
      const { UnprocessedItems: unprocessed } = await table.send(
        new BatchWriteCommand({
          RequestItems: { [tableName]: remaining.map((key) => ({ DeleteRequest: { Key: key } })) },
        }),
      );
      remaining = (unprocessed?.[tableName] ?? []).flatMap(
        ({ DeleteRequest: request }) => (request?.Key ?? []) as ItemKey | ItemKey[],
      );
      return remaining.length === 0 || undefined;
    },
    () => new Error(`${remaining.length} deletions were still unprocessed after ${backoff.attemptsMax} attempts.`),
  );
};
