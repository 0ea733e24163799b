import type { DeliveryAttempt, DeliveryStatus } from '../../model/deliveries/delivery.ts';
import type { Event } from '../../model/deliveries/event.ts';
import type { DeliveryJob } from '../../model/jobs.ts';
import { nowSeconds, secondsPerDay } from '../../platform/clock.ts';
import { requestIdField } from '../../platform/log/invocation-trace.ts';
import { removeItems } from '../dynamodb/delete.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item, ItemKey } from '../dynamodb/item.ts';
import { findExistingKeys, findItem, findItems } from '../dynamodb/read.ts';
import { transact, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { countFailurePart, type FailureStreak, type StoredWebhook } from '../webhooks/webhooks.ts';

/** A delivery as lists read it: without the payload. */
export interface DeliverySummary {
  key: ItemKey;
  webhook_id: string;
  event: Omit<Event, 'data'>;
  status: DeliveryStatus;
  attempt_number: number;
  attempts: DeliveryAttempt[];
  next_attempt_at: string | null;
}

export interface StoredDelivery extends DeliverySummary {
  event: Event;
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

export interface DeliveryRow {
  job: DeliveryJob;
  stored: StoredDelivery | undefined;
}

export const recordAttempt = async (row: DeliveryRow, update: DeliveryUpdate): Promise<boolean> => {
  const { written } = await updateIf(attemptUpdate(row, update));
  return written;
};

/** Records the failure and counts it against the webhook, both or neither. 'conflict': the webhook has changed. */
export const recordFinalFailure = async (
  row: DeliveryRow,
  update: DeliveryUpdate,
  webhook: StoredWebhook,
  streak: FailureStreak,
): Promise<'recorded' | 'already_recorded' | 'conflict'> => {
  const result = await transact([
    { Update: attemptUpdate(row, update) },
    countFailurePart(row.job.event.workspaceId, webhook, streak),
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
export const requestRedelivery = async ({ key, status, attempt_number }: DeliverySummary): Promise<boolean> => {
  const { written } = await updateIf({
    Key: key,
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

/** The only copy of the event. With a short response, the row of a successful delivery stays below 1 KB. */
const attemptUpdate = ({ job, stored }: DeliveryRow, { status, attempt, next_attempt_at }: DeliveryUpdate) => {
  const { UpdateExpression, ...update } = assign(
    { ...eventFields(job.event), status, attempt_number: job.attemptNumber, next_attempt_at },
    {
      ':none': [],
      ':attempts': attempt ? [attempt] : [],
      ...(job.attemptNumber === 1 ? {} : { ':before': job.attemptNumber - 1 }),
    },
  );
  return {
    Key: stored?.key ?? keys.delivery(job.webhookId, job.event.id),
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

export const findDeliveries = async (
  webhookIds: readonly string[],
  eventIds: readonly string[],
): Promise<StoredDelivery[]> => (await findItems(listRowKeys(webhookIds, eventIds))).map(toStoredDelivery);

const listRowKeys = (webhookIds: readonly string[], eventIds: readonly string[]): ItemKey[] =>
  webhookIds.flatMap((webhookId) => eventIds.map((eventId) => keys.delivery(webhookId, eventId)));

export const removeDeliveryRows = async (
  webhookIds: readonly string[],
  eventIds: readonly string[],
): Promise<number> => {
  const existing = await findExistingKeys(listRowKeys(webhookIds, eventIds));
  await removeItems(existing);
  return existing.length;
};

const retentionSeconds = 30 * secondsPerDay;

const expiresAtSeconds = (): number => nowSeconds() + retentionSeconds;

export const toDeliverySummary = ({ pk, sk, workspace_id, event, occurred_at, ...fields }: Item): DeliverySummary =>
  ({
    key: { pk, sk },
    webhook_id: String(pk).split('#')[1],
    event: { id: sk, name: event, occurredAt: occurred_at, workspaceId: workspace_id },
    status: fields['status'],
    attempt_number: fields['attempt_number'],
    attempts: fields['attempts'],
    next_attempt_at: fields['next_attempt_at'],
  }) as DeliverySummary;

const toStoredDelivery = (item: Item): StoredDelivery => {
  const summary = toDeliverySummary(item);
  return { ...summary, event: { ...summary.event, data: JSON.parse(String(item['data'])) } };
};
