import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { DeliveryStatus } from '../../model/delivery.ts';
import type { Page } from '../../model/page.ts';
import { env } from '../../platform/env.ts';
import { firstIdAt } from '../../platform/ids.ts';
import { table } from '../dynamodb/client.ts';
import { keys } from '../keys.ts';
import { type StoredDelivery, toStoredDelivery } from './deliveries.ts';

interface DeliveryQuery {
  statuses: readonly DeliveryStatus[];
  sinceMs: number;
  limit: number;
  after: string | undefined;
}

const shards = [...'0123456789abcdef'];

/** Newest first, from all shards. A page may be short, or empty, and still have a next one. */
export const queryDeliveries = async (webhookId: string, query: DeliveryQuery): Promise<Page<StoredDelivery>> => {
  // Shards fill evenly, so twice the share of each is nearly always a full page.
  const limit = Math.ceil((2 * query.limit) / shards.length);
  const pages = await Promise.all([
    ...shards.map((shard) => queryPartition(keys.delivery(webhookId, shard).pk, { ...query, limit })),
    queryPartition(keys.unshardedDelivery(webhookId, '').pk, query),
  ]);
  return mergePages(pages, query.limit);
};

/** Rows beyond the end of any page that has a next one are left for later: that partition may have others before them. */
export const mergePages = <Delivery extends { event: { id: string } }>(
  pages: readonly Page<Delivery>[],
  limit: number,
): Page<Delivery> => {
  const completeDownTo = pages
    .flatMap(({ next = [] }) => next)
    .sort()
    .at(-1);
  const known = pages
    .flatMap(({ items }) => items)
    .filter(({ event }) => completeDownTo === undefined || event.id >= completeDownTo)
    .sort((left, right) => (left.event.id < right.event.id ? 1 : -1));
  const items = known.slice(0, limit);
  return { items, next: known.length > limit ? items.at(-1)?.event.id : completeDownTo };
};

const queryPartition = async (
  pk: string,
  { statuses, sinceMs, limit, after }: DeliveryQuery,
): Promise<Page<StoredDelivery>> => {
  const { Items: items = [], LastEvaluatedKey: lastKey } = await table.send(
    new QueryCommand({
      TableName: env.tableName(),
      KeyConditionExpression: 'pk = :pk AND sk >= :first',
      FilterExpression: `#status IN (${statuses.map((status) => `:${status}`).join(', ')})`,
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':pk': pk,
        ':first': firstIdAt(sinceMs),
        ...Object.fromEntries(statuses.map((status) => [`:${status}`, status])),
      },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: limit,
      ...(after === undefined ? {} : { ExclusiveStartKey: { pk, sk: after } }),
    }),
  );
  return { items: items.map(toStoredDelivery), next: lastKey && String(lastKey['sk']) };
};
