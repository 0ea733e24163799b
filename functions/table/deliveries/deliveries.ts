import type { DeliveryAttempt, DeliveryStatus } from '../../model/deliveries/delivery.ts';
import { type Event, isFoundByContact } from '../../model/deliveries/event.ts';
import type { DeliveryJob } from '../../model/jobs/deliveries.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { statusIndex } from '../../model/table-index.ts';
import { nowSeconds, secondsPerDay } from '../../platform/clock.ts';
import { requestIdField } from '../../platform/log/invocation-trace.ts';
import { removeItems } from '../dynamodb/batch-write.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item, ItemKey } from '../dynamodb/item.ts';
import { queryPage } from '../dynamodb/query.ts';
import { findExistingKeys, findItem, findItems } from '../dynamodb/read.ts';
import { transact, updateIf } from '../dynamodb/write.ts';
import { toContactEventsKey } from '../index-keys.ts';
import { keys } from '../keys.ts';
import { countFailurePart, type StoredWebhook } from '../webhooks/webhooks.ts';

/** A delivery as lists read it: without the payload, unless they ask for it. */
export interface DeliverySummary {
  key: ItemKey;
  webhook_id: string;
  event: Omit<Event, 'data'> & Partial<Pick<Event, 'data'>>;
  status: DeliveryStatus;
  attempt_number: number;
  attempts: DeliveryAttempt[];
  /** The attempts before the event was last asked for, without the end of long answers. */
  earlier_attempts: DeliveryAttempt[];
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
  endMs: number,
): Promise<'recorded' | 'already_recorded' | 'conflict'> => {
  const result = await transact([
    { Update: attemptUpdate(row, update) },
    countFailurePart(row.job.event.workspaceId, webhook, endMs),
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
      ...eventFields(webhookId, event),
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

/** Two turns of five attempts each. With short answers, they stay below 3 KB. */
const earlierAttemptsMax = 10;
const earlierAnswerCharactersMax = 100;

const toEarlierAttempts = ({ earlier_attempts, attempts }: DeliverySummary): DeliveryAttempt[] =>
  [...earlier_attempts, ...attempts]
    .slice(-earlierAttemptsMax)
    .map((attempt) => ({ ...attempt, answer: attempt.answer.slice(0, earlierAnswerCharactersMax) }));

/** The stream enqueues a requested delivery. False when the delivery has changed since it was read. */
export const requestRedelivery = async (delivery: DeliverySummary): Promise<boolean> => {
  const { key, status, attempt_number, attempts } = delivery;
  const { written } = await updateIf({
    Key: key,
    ConditionExpression: '#attempt_number = :attempt_number AND #status = :expected',
    ...assign(
      {
        ...requestIdField(),
        status: 'requested',
        attempt_number,
        attempts: [],
        ...(attempts.length > 0 && { earlier_attempts: toEarlierAttempts(delivery) }),
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
    { ...eventFields(job.webhookId, job.event), status, attempt_number: job.attemptNumber, next_attempt_at },
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

/** An event of a feed is stored as a delivery would be. */
export const toEventItem = (feedId: string, event: Event): Item => ({
  ...keys.delivery(feedId, event.id),
  ...eventFields(feedId, event),
});

const eventFields = (webhookId: string, { name, occurredAt, workspaceId, data, test }: Event) => ({
  entity: 'delivery',
  ...(test && { test }),
  ...(isFoundByContact({ name, test }) && {
    status_key: toContactEventsKey(workspaceId, String(data['contact_id']), webhookId),
  }),
  workspace_id: workspaceId,
  event: name,
  occurred_at: occurredAt,
  // This is text because a DynamoDB map does not keep the order of its keys.
  data: JSON.stringify(data),
  expires: expiresAtSeconds(),
});

export const findDeliveries = async (
  webhookIds: readonly string[],
  eventIds: readonly string[],
): Promise<StoredDelivery[]> => (await findItems(listRowKeys(webhookIds, eventIds))).map(toStoredDelivery);

export const findDeliveriesAt = async (rows: readonly { webhookId: string; eventId: string }[]) =>
  (await findItems(rows.map(({ webhookId, eventId }) => keys.delivery(webhookId, eventId)))).map(toStoredDelivery);

const listRowKeys = (webhookIds: readonly string[], eventIds: readonly string[]): ItemKey[] =>
  webhookIds.flatMap((webhookId) => eventIds.map((eventId) => keys.delivery(webhookId, eventId)));

/** The ids of the events that only the contact leads to, newest first. */
export const queryContactEventIds = async (
  workspaceId: string,
  contactId: string,
  webhookId: string,
  page: PageRequest,
): Promise<Page<string>> => {
  const partition = { index: statusIndex, pk: toContactEventsKey(workspaceId, contactId, webhookId) };
  const { items, next } = await queryPage(partition, page);
  return { items: items.map(({ sk }) => String(sk)), next };
};

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

export const toDeliverySummary = ({ pk, sk, ...fields }: Item): DeliverySummary =>
  ({
    key: { pk, sk },
    webhook_id: String(pk).split('#')[1],
    event: {
      id: sk,
      name: fields['event'],
      occurredAt: fields['occurred_at'],
      workspaceId: fields['workspace_id'],
      ...(fields['data'] !== undefined && { data: JSON.parse(String(fields['data'])) }),
      ...(fields['test'] === true && { test: true }),
    },
    status: fields['status'],
    attempt_number: fields['attempt_number'],
    attempts: fields['attempts'],
    earlier_attempts: fields['earlier_attempts'] ?? [],
    next_attempt_at: fields['next_attempt_at'],
  }) as DeliverySummary;

const toStoredDelivery = (item: Item): StoredDelivery => toDeliverySummary(item) as StoredDelivery;
