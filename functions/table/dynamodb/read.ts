import { setTimeout as wait } from 'node:timers/promises';
import { BatchGetCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { env } from '../../platform/env.ts';
import type { Key } from '../keys.ts';
import { table } from './client.ts';
import type { Item } from './write.ts';

/** One item, read consistently: a caller sees what it has just written. */
export const findItem = async (key: Key): Promise<Item | undefined> => {
  const { Item: item } = await table.send(
    new GetCommand({ TableName: env.tableName(), Key: key, ConsistentRead: true }),
  );
  return item;
};

const batchKeysMax = 100;
const batchAttemptsMax = 8;

/** The items of these distinct keys that exist, in no order. */
export const findItems = (wanted: Key[]): Promise<Item[]> => findAll(wanted, {});

/** The item of each of these distinct keys, if there is one, in their order. */
export const findEach = async (wanted: Key[]): Promise<(Item | undefined)[]> => {
  const found = await findItems(wanted);
  return wanted.map(({ pk, sk }) => found.find((item) => item['pk'] === pk && item['sk'] === sk));
};

/** Those of these distinct keys that hold an item, in no order. */
export const findKeys = async (wanted: Key[]): Promise<Key[]> =>
  (await findAll(wanted, { ProjectionExpression: 'pk, sk' })) as unknown as Key[];

type Projection = { ProjectionExpression?: string };

const findAll = async (wanted: Key[], projection: Projection): Promise<Item[]> => {
  const batches = Array.from({ length: Math.ceil(wanted.length / batchKeysMax) }, (_, batch) =>
    wanted.slice(batch * batchKeysMax, (batch + 1) * batchKeysMax),
  );
  return (await Promise.all(batches.map((batch) => findBatch(batch, projection)))).flat();
};

/** What the table leaves unprocessed (over 16 MB, or throttled) is asked for again, with growing, jittered waits. */
const findBatch = async (wanted: Key[], projection: Projection, attempt = 1): Promise<Item[]> => {
  const name = env.tableName();
  const { Responses: responses, UnprocessedKeys: unprocessed } = await table.send(
    new BatchGetCommand({ RequestItems: { [name]: { Keys: wanted, ConsistentRead: true, ...projection } } }),
  );
  const found = responses?.[name] ?? [];
  const left = (unprocessed?.[name]?.Keys ?? []) as Key[];
  if (left.length === 0) return found;
  if (attempt === batchAttemptsMax)
    throw new Error(`The table left ${left.length} keys unread after ${attempt} tries.`);
  await wait(Math.random() * 25 * 2 ** attempt);
  return [...found, ...(await findBatch(left, projection, attempt + 1))];
};
