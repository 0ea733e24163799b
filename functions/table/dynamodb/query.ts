import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Page, PageRequest } from '../../model/page.ts';
import { env } from '../../platform/env.ts';
import { table } from './client.ts';
import type { Item } from './item.ts';

/** DynamoDB reads and charges the rows that a filter leaves out, too. */
export interface RowFilter {
  expression: string;
  values: Record<string, unknown>;
}

/** Sorts by `sk`, as the table does, and is eventually consistent. */
export interface IndexPartition {
  index: { name: string; partitionKey: string };
  pk: string;
}

/** One page of a partition, newest first. It reads one row more, so the last page is known to be the last. */
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

/** With a filter, the first query reads four times the rows wanted, and each further one four times more. */
const readLimitFactor = 4;
const readLimitMax = 10_000;

/** Continues where DynamoDB stopped: after 1 MB, or after `readLimit` rows. */
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

const toQuerySource = (partition: string | IndexPartition) =>
  typeof partition === 'string'
    ? { ConsistentRead: true, ExpressionAttributeNames: { '#pk': 'pk' } }
    : { IndexName: partition.index.name, ExpressionAttributeNames: { '#pk': partition.index.partitionKey } };

/** Every row whose sort key has the prefix: only for lists that a limit keeps short. */
export const queryPrefix = async (pk: string, prefix: string, after?: Item): Promise<Item[]> => {
  const { Items: rows = [], LastEvaluatedKey: lastKey } = await table.send(
    new QueryCommand({
      TableName: env.tableName(),
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
      ConsistentRead: true,
      ...(after === undefined ? {} : { ExclusiveStartKey: after }),
    }),
  );
  return lastKey ? [...rows, ...(await queryPrefix(pk, prefix, lastKey))] : rows;
};

/** DynamoDB charges a count like a read of all rows. */
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
