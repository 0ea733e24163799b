import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { DeliveryAttempt, DeliveryJob, DeliveryStatus } from '../../model/delivery.ts';
import type { Event } from '../../model/event.ts';
import type { Page } from '../../model/page.ts';
import { clock } from '../../platform/clock.ts';
import { env } from '../../platform/env.ts';
import { firstIdAt } from '../../platform/ids.ts';
import { requestIdField } from '../../platform/invocation-trace.ts';
import { table } from '../dynamodb/client.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { findItem } from '../dynamodb/read.ts';
import { transact, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { countFailurePart, type FailureStreak, type StoredWebhook } from './webhooks.ts';

export interface StoredDelivery {
  webhook_id: string;
  event: Event;
  status: DeliveryStatus;
  attempt_number: number;
  attempts: DeliveryAttempt[];
  next_attempt_at: string | null;
}

export interface DeliveryUpdate {
  status: DeliveryStatus;
  attempt: DeliveryAttempt | undefined;
  next_attempt_at: string | null;
}

export const findDelivery = async (webhookId: string, eventId: string): Promise<StoredDelivery | undefined> => {
  const item = await findItem(keys.delivery(webhookId, eventId));
  return item && toStoredDelivery(item);
};

export const recordAttempt = async (job: DeliveryJob, update: DeliveryUpdate): Promise<boolean> => {
  const { written } = await updateIf(attemptUpdate(job, update));
  return written;
};

/** Records the failure and counts it against the webhook, both or neither. 'conflict': the webhook has changed. */
export const recordFinalFailure = async (
  job: DeliveryJob,
  update: DeliveryUpdate,
  webhook: StoredWebhook,
  streak: FailureStreak,
): Promise<'recorded' | 'already_recorded' | 'conflict'> => {
  const result = await transact([
    { Update: attemptUpdate(job, update) },
    countFailurePart(job.event.workspaceId, webhook, streak),
  ]);
  if (result.written) return 'recorded';
  return result.failedPart === 0 ? 'already_recorded' : 'conflict';
};

/**
 * Idempotent: returns the stored delivery. The request takes number 1, so the first attempt, number 2, is recorded in
 * the row as that of any redelivery.
 */
export const putRequestedDelivery = async (webhookId: string, event: Event): Promise<StoredDelivery> => {
  const { item } = await updateIf({
    Key: keys.delivery(webhookId, event.id),
    ConditionExpression: 'attribute_not_exists(pk)',
    ...assign({
      ...eventFields(event),
      ...requestIdField(),
      status: 'requested',
      attempt_number: 1,
      attempts: [],
      next_attempt_at: null,
    }),
  });
  if (!item) throw new Error(`The delivery of ${event.id} to ${webhookId} was not stored.`);
  return toStoredDelivery(item);
};

/** The stream enqueues a requested delivery. False when the delivery has changed since it was read. */
export const requestRedelivery = async ({
  webhook_id,
  event,
  status,
  attempt_number,
}: StoredDelivery): Promise<boolean> => {
  const { written } = await updateIf({
    Key: keys.delivery(webhook_id, event.id),
    ConditionExpression: '#attempt_number = :attempt_number AND #status = :expected',
    ...assign(
      {
        ...requestIdField(),
        status: 'requested',
        attempt_number,
        attempts: [],
        next_attempt_at: null,
        expires: expiresAtSeconds(),
      },
      { ':expected': status },
    ),
  });
  return written;
};

export const toRequestedDelivery = (item: Item): StoredDelivery | undefined =>
  item['entity'] === 'delivery' && item['status'] === 'requested' ? toStoredDelivery(item) : undefined;

interface DeliveryQuery {
  statuses: readonly DeliveryStatus[];
  sinceMs: number;
  limit: number;
  after: string | undefined;
}

export const queryDeliveries = async (
  webhookId: string,
  { statuses, sinceMs, limit, after }: DeliveryQuery,
): Promise<Page<StoredDelivery>> => {
  const { Items: items = [], LastEvaluatedKey: lastKey } = await table.send(
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
  return { items: items.map(toStoredDelivery), next: lastKey && String(lastKey['sk']) };
};

/** The only copy of the event. With a short response, the row of a successful delivery stays below 1 KB. */
const attemptUpdate = (job: DeliveryJob, { status, attempt, next_attempt_at }: DeliveryUpdate) => {
  const { UpdateExpression, ...update } = assign(
    { ...eventFields(job.event), status, attempt_number: job.attemptNumber, next_attempt_at },
    {
      ':none': [],
      ':attempts': attempt ? [attempt] : [],
      ...(job.attemptNumber === 1 ? {} : { ':before': job.attemptNumber - 1 }),
    },
  );
  return {
    Key: keys.delivery(job.webhookId, job.event.id),
    ConditionExpression: job.attemptNumber === 1 ? 'attribute_not_exists(pk)' : '#attempt_number = :before',
    UpdateExpression: `${UpdateExpression}, attempts = list_append(if_not_exists(attempts, :none), :attempts)`,
    ...update,
  };
};

const eventFields = ({ name, occurredAt, workspaceId, data }: Event) => ({
  entity: 'delivery',
  workspace_id: workspaceId,
  event: name,
  occurred_at: occurredAt,
  // As text: a DynamoDB map does not keep the order of its keys.
  data: JSON.stringify(data),
  expires: expiresAtSeconds(),
});

const retentionSeconds = 30 * 24 * 60 * 60;

const expiresAtSeconds = (): number => Math.floor(clock.now() / 1000) + retentionSeconds;

const toStoredDelivery = ({ pk, sk, workspace_id, event, occurred_at, data, ...fields }: Item): StoredDelivery =>
  ({
    webhook_id: String(pk).slice(keys.delivery('', '').pk.length),
    event: { id: sk, name: event, occurredAt: occurred_at, workspaceId: workspace_id, data: JSON.parse(String(data)) },
    status: fields['status'],
    attempt_number: fields['attempt_number'],
    attempts: fields['attempts'],
    next_attempt_at: fields['next_attempt_at'],
  }) as StoredDelivery;
