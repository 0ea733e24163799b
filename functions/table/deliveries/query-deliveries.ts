import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type DeliveryStatus, deliveryStatuses } from '../../model/deliveries/delivery.ts';
import type { Event } from '../../model/deliveries/event.ts';
import type { Page } from '../../model/page.ts';
import { env } from '../../platform/env.ts';
import { firstIdAt } from '../../platform/ids.ts';
import { pack } from '../../platform/pack.ts';
import { table } from '../dynamodb/client.ts';
import { mergePages } from '../dynamodb/merge-pages.ts';
import type { Consistency } from '../dynamodb/read.ts';
import { keys } from '../keys.ts';
import { type DeliverySummary, toDeliverySummary } from './deliveries.ts';

export interface DeliveryQuery {
  statuses?: readonly DeliveryStatus[];
  event?: Event['name'] | undefined;
  sinceMs: number;
  untilMs?: number | undefined;
  limit: number;
  after: string | undefined;
  consistency?: Consistency;
  /** The payload costs no read units, but time and memory. */
  hasData?: boolean;
}

export interface DeliveryPage extends Page<DeliverySummary> {
  rowsRead: number;
}

const shards = [...'0123456789abcdef'];

/** The newest of all shards come first, without payloads. A page may be short, or empty, and still have a next one. */
export const queryDeliveries = (webhookId: string, query: DeliveryQuery): Promise<DeliveryPage> =>
  queryDeliveriesOf([webhookId], query, query.limit);

const webhooksAtOnce = 3;

/**
 * All deliveries to any of the webhooks down to the page's end, so those of one event are on the same page. `limit` is
 * that of one webhook. There are 16 queries per webhook, some 50 at once.
 */
export const queryDeliveriesOf = async (
  webhookIds: readonly string[],
  { after, ...query }: DeliveryQuery,
  pageMax = Number.POSITIVE_INFINITY,
): Promise<DeliveryPage> => {
  const before = after ?? (query.untilMs === undefined ? undefined : firstIdAt(query.untilMs));
  // DynamoDB rejects a start outside of the queried range.
  if (before !== undefined && before <= firstIdAt(query.sinceMs)) return { items: [], next: undefined, rowsRead: 0 };
  const pages: DeliveryPage[] = [];
  for (const ids of pack(webhookIds, { countMax: webhooksAtOnce })) {
    pages.push(...(await Promise.all(ids.flatMap((id) => queryPartitions(id, { ...query, after: before })))));
  }
  const rowsRead = pages.reduce((sum, page) => sum + page.rowsRead, 0);
  return { ...mergePages(pages, pageMax, ({ event }) => event.id), rowsRead };
};

/** Events are spread at random, so a shard seldom has more than its share and three standard deviations. */
const queryPartitions = (webhookId: string, query: DeliveryQuery): Promise<DeliveryPage>[] => {
  const share = query.limit / shards.length;
  const limit = Math.ceil(share + 3 * Math.sqrt(share));
  return shards.map((shard) => queryPartition(keys.delivery(webhookId, shard).pk, { ...query, limit }));
};

const summaryNames = [
  ...['pk', 'sk', 'workspace_id', 'event', 'occurred_at', 'test', '#status'],
  ...['attempt_number', 'attempts', 'earlier_attempts', 'next_attempt_at'],
];

const queryPartition = async (pk: string, query: DeliveryQuery): Promise<DeliveryPage> => {
  const { statuses = deliveryStatuses, event, sinceMs, limit, after, consistency = 'strong', hasData = false } = query;
  const isStatus = `#status IN (${statuses.map((status) => `:${status}`).join(', ')})`;
  const {
    Items: items = [],
    LastEvaluatedKey: lastKey,
    ScannedCount: rowsRead = 0,
  } = await table.send(
    new QueryCommand({
      TableName: env.tableName(),
      KeyConditionExpression: 'pk = :pk AND sk >= :first',
      FilterExpression: event === undefined ? isStatus : `${isStatus} AND event = :event`,
      ProjectionExpression: [...summaryNames, ...(hasData ? ['#data'] : [])].join(', '),
      ExpressionAttributeNames: { '#status': 'status', ...(hasData && { '#data': 'data' }) },
      ExpressionAttributeValues: {
        ':pk': pk,
        ':first': firstIdAt(sinceMs),
        ...(event === undefined ? {} : { ':event': event }),
        ...Object.fromEntries(statuses.map((status) => [`:${status}`, status])),
      },
      ScanIndexForward: false,
      ConsistentRead: consistency === 'strong',
      Limit: limit,
      ...(after === undefined ? {} : { ExclusiveStartKey: { pk, sk: after } }),
    }),
  );
  return { items: items.map(toDeliverySummary), next: lastKey && String(lastKey['sk']), rowsRead };
};
