import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Page, PageRequest } from '../../model/page.ts';
import { env } from '../../platform/env.ts';
import { table } from './client.ts';
import type { Item } from './item.ts';

/** Which rows of a partition a page shows. The table reads, and charges, those that it leaves out as well. */
export interface RowFilter {
  expression: string;
  values: Record<string, unknown>;
}

/** A partition of an index, which sorts by `sk` as the table does. It is a moment behind the table. */
export interface IndexPartition {
  index: { name: string; partitionKey: string };
  pk: string;
}

/**
 * One page of a partition, newest first. It asks for one row more than the page holds: only so is the last page known
 * to be the last, without an empty page after it.
 */
export const queryPage = async (
  partition: string | IndexPartition,
  { limit, after }: PageRequest,
  filter?: RowFilter,
): Promise<Page<Item>> => {
  const rows = await queryRows(partition, limit + 1, after, filter);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last ? String(last['sk']) : undefined };
};

/** A filter looks at four times the rows that it should find, then at four times as many each time, up to 1 MB. */
const readLimitFactor = 4;
const readLimitMax = 10_000;

/** Goes on where the table stopped, which it does after 1 MB whatever the limit, and after `look` rows with a filter. */
const queryRows = async (
  partition: string | IndexPartition,
  limit: number,
  after: string | undefined,
  filter: RowFilter | undefined,
  readLimit = filter ? limit * readLimitFactor : limit,
): Promise<Item[]> => {
  const { Items: rows = [], LastEvaluatedKey: lastKey } = await table.send(
    new QueryCommand({
      TableName: env.tableName(),
      ...toQuerySource(partition),
      KeyConditionExpression: after === undefined ? '#pk = :pk' : '#pk = :pk AND sk < :after',
      FilterExpression: filter?.expression,
      ExpressionAttributeValues: {
        ':pk': typeof partition === 'string' ? partition : partition.pk,
        ...(after === undefined ? {} : { ':after': after }),
        ...filter?.values,
      },
      ScanIndexForward: false,
      Limit: readLimit,
    }),
  );
  if (!lastKey || rows.length >= limit) return rows;
  const remaining = limit - rows.length;
  const nextReadLimit = filter ? Math.min(readLimit * readLimitFactor, readLimitMax) : remaining;
  const rest = await queryRows(partition, remaining, String(lastKey['sk']), filter, nextReadLimit);
  return [...rows, ...rest];
};

/** Only the table itself can be read consistently. */
const toQuerySource = (partition: string | IndexPartition) =>
  typeof partition === 'string'
    ? { ConsistentRead: true, ExpressionAttributeNames: { '#pk': 'pk' } }
    : { IndexName: partition.index.name, ExpressionAttributeNames: { '#pk': partition.index.partitionKey } };

/** How many rows a partition has. The table counts without sending them, yet charges as if it did. */
export const countRows = async (pk: string, after?: Item): Promise<number> => {
  const { Count: count = 0, LastEvaluatedKey: lastKey } = await table.send(
    new QueryCommand({
      TableName: env.tableName(),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ConsistentRead: true,
      Select: 'COUNT',
      ...(after === undefined ? {} : { ExclusiveStartKey: after }),
    }),
  );
  return lastKey ? count + (await countRows(pk, lastKey)) : count;
};
