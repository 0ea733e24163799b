import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { DeliveryAttempt, DeliveryStatus, DeliveryWork } from '../../model/delivery.ts';
import type { Event } from '../../model/event.ts';
import type { Page } from '../../model/page.ts';
import { clock } from '../../platform/clock.ts';
import { env } from '../../platform/env.ts';
import { firstIdAt } from '../../platform/ids.ts';
import { table } from '../dynamodb/client.ts';
import { assign } from '../dynamodb/expressions.ts';
import { findItem } from '../dynamodb/read.ts';
import { type Item, transact, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { failurePart, type StoredWebhook } from './webhooks.ts';

/** What has become of an event at an endpoint. */
export interface StoredDelivery {
  webhook_id: string;
  event: Event;
  status: DeliveryStatus;
  /** How many turns have been taken. */
  turn: number;
  /** Those since it was last requested. */
  attempts: DeliveryAttempt[];
  next_attempt_at: string | null;
}

/** What a turn has come to; a skipped one has no attempt. */
export interface Turn {
  status: DeliveryStatus;
  attempt: DeliveryAttempt | undefined;
  next_attempt_at: string | null;
}

export const findDelivery = async (webhookId: string, eventId: string): Promise<StoredDelivery | undefined> => {
  const item = await findItem(keys.delivery(webhookId, eventId));
  return item && parseDelivery(item);
};

/** Keeps what a turn has come to; false when the turn was taken before. */
export const putTurn = async (work: DeliveryWork, turn: Turn): Promise<boolean> => {
  const { written } = await updateIf(turnUpdate(work, turn));
  return written;
};

/** Keeps that the last attempt has failed and counts it against the endpoint, both or neither. */
export const putFailure = async (
  work: DeliveryWork,
  turn: Turn,
  webhook: StoredWebhook,
): Promise<'stored' | 'taken before' | 'endpoint changed'> => {
  const result = await transact([{ Update: turnUpdate(work, turn) }, failurePart(work.event.account_id, webhook)]);
  if (result.written) return 'stored';
  return result.failed === 0 ? 'taken before' : 'endpoint changed';
};

/** Has the stream put the event on its way once more; false when the delivery is no longer as it was seen. */
export const requestDelivery = async ({ webhook_id, event, status, turn }: StoredDelivery): Promise<boolean> => {
  const { written } = await updateIf({
    Key: keys.delivery(webhook_id, event.id),
    ConditionExpression: '#turn = :turn AND #status = :seen',
    ...assign(
      { status: 'requested', turn, attempts: [], next_attempt_at: null, expires: expiry() },
      { ':seen': status },
    ),
  });
  return written;
};

/** The delivery that an operator has requested, if the item is one. */
export const requestedDelivery = (item: Item): StoredDelivery | undefined =>
  item['entity'] === 'delivery' && item['status'] === 'requested' ? parseDelivery(item) : undefined;

interface DeliveryQuery {
  statuses: readonly DeliveryStatus[];
  sinceMs: number;
  limit: number;
  after: string | undefined;
}

/** A page of an endpoint's deliveries of these statuses, newest event first. It may be short and not yet the last. */
export const queryDeliveries = async (
  webhookId: string,
  { statuses, sinceMs, limit, after }: DeliveryQuery,
): Promise<Page<StoredDelivery>> => {
  const { Items: items = [], LastEvaluatedKey: stopped } = await table.send(
    new QueryCommand({
      TableName: env.tableName(),
      KeyConditionExpression: 'pk = :pk AND sk >= :first',
      FilterExpression: `#status IN (${statuses.map((status) => `:${status}`).join(', ')})`,
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':pk': keys.delivery(webhookId, '').pk,
        ':first': firstIdAt(sinceMs),
        ...Object.fromEntries(statuses.map((status) => [`:${status}`, status])),
      },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: limit,
      ...(after === undefined ? {} : { ExclusiveStartKey: keys.delivery(webhookId, after) }),
    }),
  );
  return { items: items.map(parseDelivery), next: stopped && String(stopped['sk']) };
};

/** The event is kept here alone, and its parts once: with a short answer the row of a good delivery is below 1 KB. */
const turnUpdate = (work: DeliveryWork, { status, attempt, next_attempt_at }: Turn) => {
  const { id, account_id: workspace_id, event, occurred_at, data } = work.event;
  const { UpdateExpression, ...update } = assign(
    {
      entity: 'delivery',
      workspace_id,
      event,
      occurred_at,
      // As text, because a map of the table forgets the order of its keys.
      data: JSON.stringify(data),
      status,
      turn: work.turn,
      next_attempt_at,
      expires: expiry(),
    },
    { ':none': [], ':attempts': attempt ? [attempt] : [], ...(work.turn === 1 ? {} : { ':before': work.turn - 1 }) },
  );
  return {
    Key: keys.delivery(work.webhook_id, id),
    ConditionExpression: work.turn === 1 ? 'attribute_not_exists(pk)' : '#turn = :before',
    UpdateExpression: `${UpdateExpression}, attempts = list_append(if_not_exists(attempts, :none), :attempts)`,
    ...update,
  };
};

const keptForSeconds = 30 * 24 * 60 * 60;

const expiry = (): number => Math.floor(clock.now() / 1000) + keptForSeconds;

const parseDelivery = ({ pk, sk, workspace_id, event, occurred_at, data, ...fields }: Item): StoredDelivery =>
  ({
    webhook_id: String(pk).slice(keys.delivery('', '').pk.length),
    event: { id: sk, event, occurred_at, account_id: workspace_id, data: JSON.parse(String(data)) },
    status: fields['status'],
    turn: fields['turn'],
    attempts: fields['attempts'],
    next_attempt_at: fields['next_attempt_at'],
  }) as StoredDelivery;
