import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Page, PageRequest } from '../model/page.ts';
import { env } from '../platform/env.ts';
import { table } from './client.ts';
import type { Item } from './write.ts';

/**
 * One page of a partition, newest first. It asks for one row more than the page holds: only so is the last page known
 * to be the last, without an empty page after it.
 */
export const queryPage = async (pk: string, { limit, after }: PageRequest): Promise<Page<Item>> => {
  const rows = await queryRows(pk, limit + 1, after);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last ? String(last['sk']) : undefined };
};

/** Goes on where the table stopped, which it does after 1 MB whatever the limit. */
const queryRows = async (pk: string, limit: number, after: string | undefined): Promise<Item[]> => {
  const { Items: rows = [], LastEvaluatedKey: stopped } = await table.send(
    new QueryCommand({
      TableName: env.tableName(),
      KeyConditionExpression: after === undefined ? 'pk = :pk' : 'pk = :pk AND sk < :after',
      ExpressionAttributeValues: { ':pk': pk, ...(after === undefined ? {} : { ':after': after }) },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: limit,
    }),
  );
  if (!stopped || rows.length >= limit) return rows;
  return [...rows, ...(await queryRows(pk, limit - rows.length, String(stopped['sk'])))];
};
