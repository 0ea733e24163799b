import { setTimeout as wait } from 'node:timers/promises';
import { BatchGetCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { env } from '../../platform/env.ts';
import { table } from './client.ts';
import type { Item, ItemKey } from './item.ts';

/** One item, read consistently: a caller sees what it has just written. */
export const findItem = async (key: ItemKey): Promise<Item | undefined> => {
  const { Item: item } = await table.send(
    new GetCommand({ TableName: env.tableName(), Key: key, ConsistentRead: true }),
  );
  return item;
};

const batchKeysMax = 100;
const batchAttemptsMax = 8;

/** The items of these distinct keys that exist, in no order. */
export const findItems = (keys: ItemKey[]): Promise<Item[]> => findInBatches(keys, {});

/** The item of each of these distinct keys, if there is one, in their order. */
export const findItemsInOrder = async (keys: ItemKey[]): Promise<(Item | undefined)[]> => {
  const found = await findItems(keys);
  return keys.map(({ pk, sk }) => found.find((item) => item['pk'] === pk && item['sk'] === sk));
};

/** Those of these distinct keys that hold an item, in no order. */
export const findExistingKeys = async (keys: ItemKey[]): Promise<ItemKey[]> =>
  (await findInBatches(keys, { ProjectionExpression: 'pk, sk' })) as unknown as ItemKey[];

type Projection = { ProjectionExpression?: string };

const findInBatches = async (keys: ItemKey[], projection: Projection): Promise<Item[]> => {
  const batches = Array.from({ length: Math.ceil(keys.length / batchKeysMax) }, (_, batch) =>
    keys.slice(batch * batchKeysMax, (batch + 1) * batchKeysMax),
  );
  return (await Promise.all(batches.map((batch) => findBatch(batch, projection)))).flat();
};

/** What the table leaves unprocessed (over 16 MB, or throttled) is asked for again, with growing, jittered waits. */
const findBatch = async (keys: ItemKey[], projection: Projection, attempt = 1): Promise<Item[]> => {
  const tableName = env.tableName();
  const { Responses: responses, UnprocessedKeys: unprocessed } = await table.send(
    new BatchGetCommand({ RequestItems: { [tableName]: { Keys: keys, ConsistentRead: true, ...projection } } }),
  );
  const found = responses?.[tableName] ?? [];
  const remaining = (unprocessed?.[tableName]?.Keys ?? []) as ItemKey[];
  if (remaining.length === 0) return found;
  if (attempt === batchAttemptsMax)
    throw new Error(`The table left ${remaining.length} keys unread after ${attempt} tries.`);
  await wait(Math.random() * 25 * 2 ** attempt);
  return [...found, ...(await findBatch(remaining, projection, attempt + 1))];
};
