import { BatchGetCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { env } from '../../platform/env.ts';
import { pack } from '../../platform/pack.ts';
import { retry } from '../../platform/retry.ts';
import { table } from './client.ts';
import type { Item, ItemKey } from './item.ts';

/** A strong read sees every earlier write. An eventual one costs half and may miss those of the last milliseconds. */
export type Consistency = 'strong' | 'eventual';

export const findItem = async (key: ItemKey, consistency: Consistency = 'strong'): Promise<Item | undefined> => {
  const { Item: item } = await table.send(
    new GetCommand({ TableName: env.tableName(), Key: key, ConsistentRead: consistency === 'strong' }),
  );
  return item;
};

const batchKeysMax = 100;
const backoff = { attemptsMax: 8, baseMs: 25 };

export const findItems = (keys: ItemKey[], consistency: Consistency = 'strong'): Promise<Item[]> =>
  findInBatches(keys, { ConsistentRead: consistency === 'strong' });

/** Half the price of `findItems`. Items that it missed, or saw too early for `isCurrent`, are read again strongly. */
export const findCurrentItems = async (keys: ItemKey[], isCurrent: (item: Item) => boolean): Promise<Item[]> => {
  const current = (await findItems(keys, 'eventual')).filter(isCurrent);
  const readKeys = new Set(current.map(({ pk, sk }) => `${pk} ${sk}`));
  return [...current, ...(await findItems(keys.filter(({ pk, sk }) => !readKeys.has(`${pk} ${sk}`))))];
};

export const findItemsInOrder = async (keys: ItemKey[], consistency?: Consistency): Promise<(Item | undefined)[]> => {
  const found = new Map((await findItems(keys, consistency)).map((item) => [toText(item), item]));
  return keys.map((key) => found.get(toText(key)));
};

const toText = ({ pk, sk }: Item | ItemKey): string => `${pk}\n${sk}`;

export const findExistingKeys = async (keys: ItemKey[]): Promise<ItemKey[]> =>
  (await findInBatches(keys, { ConsistentRead: true, ProjectionExpression: 'pk, sk' })) as unknown as ItemKey[];

type BatchOptions = { ConsistentRead: boolean; ProjectionExpression?: string };

const findInBatches = async (keys: ItemKey[], options: BatchOptions): Promise<Item[]> => {
  const batches = pack(keys, { countMax: batchKeysMax });
  return (await Promise.all(batches.map((batch) => findBatch(batch, options)))).flat();
};

/** DynamoDB leaves keys unprocessed beyond 16 MB, or when it throttles. */
const findBatch = async (keys: ItemKey[], options: BatchOptions): Promise<Item[]> => {
  const tableName = env.tableName();
  const found: Item[] = [];
  let remaining = keys;
  return retry(
    backoff,
    async () => {
      const { Responses: responses, UnprocessedKeys: unprocessed } = await table.send(
        new BatchGetCommand({ RequestItems: { [tableName]: { Keys: remaining, ...options } } }),
      );
      found.push(...(responses?.[tableName] ?? []));
      remaining = (unprocessed?.[tableName]?.Keys ?? []) as ItemKey[];
      return remaining.length === 0 ? found : undefined;
    },
    () => new Error(`${remaining.length} keys were still unprocessed after ${backoff.attemptsMax} attempts.`),
  );
};
