import { consecutiveFailuresMax } from '../../model/deliveries/delivery.ts';
import type { Encrypted } from '../../model/secret.ts';
import { isBasicEvent, type Webhook, webhooksMax } from '../../model/webhooks/webhook.ts';
import { isoTime, nowSeconds, secondsPerDay } from '../../platform/clock.ts';
import { assign, assignForwardOnly } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryBetween, queryPage } from '../dynamodb/query.ts';
import { type Consistency, findItem } from '../dynamodb/read.ts';
import { type TransactionPart, transact, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { moreEventsPart } from '../workspaces/workspaces.ts';

interface FailureStreak {
  failure_count: number;
  /** The end of the first failed attempt that is counted. */
  failing_since: string | null;
  /** The ends of all that are counted, in any order. */
  failures_ms?: number[];
}

export interface StoredWebhook extends Webhook, FailureStreak {
  secret: Encrypted;
  generation: number;
  /** The end of the last success that the count knows of. Failures that ended earlier are not counted. */
  succeeded_ms?: number;
  /** Each write of `last_delivery_at` takes this ten seconds further. */
  touched_until?: string;
  created_by?: string;
  slow_until?: string;
  /** The secret before the last rotation. It signs beside the other until it expires. */
  previous_secret?: Encrypted;
  previous_secret_expires_at?: string;
  rotation_id?: string;
  /** When a contact of the workspace was last erased. Events from before may be about that contact. */
  contact_erased_at?: string;
}

export const toFailureStreak = (failuresMs: number[]): FailureStreak => ({
  failure_count: failuresMs.length,
  failing_since: failuresMs.length > 0 ? isoTime(Math.min(...failuresMs)) : null,
  failures_ms: failuresMs,
});

export const putWebhook = async (
  workspaceId: string,
  webhook: StoredWebhook,
): Promise<'stored' | 'exists' | 'limit_reached' | 'more_events_off'> => {
  const result = await transact([
    {
      Put: {
        Item: { ...keys.webhook(workspaceId, webhook.id), entity: 'webhook', ...webhook },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    incrementCountPart(workspaceId),
    ...(webhook.events.every(isBasicEvent) ? [] : [moreEventsPart(workspaceId)]),
  ]);
  if (result.written) return 'stored';
  return putFailures[result.failedPart] ?? 'exists';
};

const putFailures = ['exists', 'limit_reached', 'more_events_off'] as const;

export const findWebhook = async (
  workspaceId: string,
  webhookId: string,
  consistency?: Consistency,
): Promise<StoredWebhook | undefined> => {
  const item = await findItem(keys.webhook(workspaceId, webhookId), consistency);
  return item && toStoredWebhook(item);
};

/** Feeds are in the same partition, after the webhooks. */
export const queryWebhooks = async (workspaceId: string): Promise<StoredWebhook[]> => {
  const { pk, sk: after } = keys.feed(workspaceId, '');
  const { items } = await queryPage(pk, { limit: webhooksMax, after });
  return items.map(toStoredWebhook);
};

type WebhookFields = Partial<Pick<Webhook, 'url' | 'events' | 'is_active'>>;

/** At least one field must change. Reactivation also resets the failures and starts a new generation. */
export const updateWebhook = async (
  workspaceId: string,
  webhookId: string,
  fields: WebhookFields,
): Promise<StoredWebhook | undefined> => {
  const { written, item } = await updateIf(fieldsUpdate(workspaceId, webhookId, fields));
  return written ? toStoredWebhook(item) : undefined;
};

/** For events that the webhook does not have yet and that need More events. False if they are off. */
export const addMoreEvents = async (
  workspaceId: string,
  webhookId: string,
  fields: WebhookFields,
): Promise<boolean> => {
  const { written } = await transact([
    { Update: fieldsUpdate(workspaceId, webhookId, fields) },
    moreEventsPart(workspaceId),
  ]);
  return written;
};

const fieldsUpdate = (workspaceId: string, webhookId: string, fields: WebhookFields) => {
  const { UpdateExpression, ...update } = assign({ ...fields, ...(fields.is_active ? toFailureStreak([]) : {}) });
  return {
    Key: keys.webhook(workspaceId, webhookId),
    ConditionExpression: 'attribute_exists(pk)',
    ...(fields.is_active ? withNextGeneration(UpdateExpression, update) : { UpdateExpression, ...update }),
  };
};

export const removeWebhook = async (workspaceId: string, webhookId: string): Promise<boolean> => {
  const { written } = await transact([
    { Delete: { Key: keys.webhook(workspaceId, webhookId), ConditionExpression: 'attribute_exists(pk)' } },
    decrementCountPart(workspaceId),
    {
      Update: { Key: keys.formerWebhook(workspaceId, webhookId), ...assign({ expires: nowSeconds() + formerSeconds }) },
    },
  ]);
  return written;
};

/** A day more than its deliveries, some of which may be recorded after it was deleted. */
const formerSeconds = 31 * secondsPerDay;

/**
 * Includes webhooks that were deleted, also meanwhile, while their deliveries are kept, and feeds, whose events are
 * stored as deliveries are.
 */
export const queryWebhookIds = async (workspaceId: string): Promise<string[]> => {
  const current = await queryBetween(keys.webhook(workspaceId, '').pk, '0', 'g');
  const former = await queryBetween(keys.formerWebhook(workspaceId, '').pk, '0', 'g');
  return [...new Set([...current.map(({ id }) => String(id)), ...former.map(({ sk }) => String(sk))])];
};

const withNextGeneration = (expression: string, update: Omit<ReturnType<typeof assign>, 'UpdateExpression'>) => ({
  ...update,
  UpdateExpression: `${expression} ADD generation :one`,
  ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':one': 1 },
});

const incrementCountPart = (workspaceId: string): TransactionPart => ({
  Update: {
    Key: keys.webhookCount(workspaceId),
    UpdateExpression: 'ADD webhooks :one',
    ConditionExpression: 'attribute_not_exists(webhooks) OR webhooks < :max',
    ExpressionAttributeValues: { ':one': 1, ':max': webhooksMax },
  },
});

const decrementCountPart = (workspaceId: string): TransactionPart => ({
  Update: {
    Key: keys.webhookCount(workspaceId),
    UpdateExpression: 'ADD webhooks :minusOne',
    ConditionExpression: 'webhooks > :zero',
    ExpressionAttributeValues: { ':minusOne': -1, ':zero': 0 },
  },
});

export const toStoredWebhook = ({ pk, sk, entity, ...fields }: Item): StoredWebhook =>
  fields as unknown as StoredWebhook;

const isUnchanged = '(attribute_not_exists(failures_ms) OR failures_ms = :read)';
const isNewer = (ms: string) => `(attribute_not_exists(succeeded_ms) OR succeeded_ms < ${ms})`;

/**
 * Counts one more failed event; the last of a streak switches the webhook off. The condition fails when, since the
 * read, the webhook was switched off, its failures were reset, or a later success became known. The first and the last
 * failure need the streak that was read; those in between do not conflict with each other.
 */
export const countFailurePart = (
  workspaceId: string,
  { id, generation, failing_since, failures_ms = [] }: StoredWebhook,
  endMs: number,
): TransactionPart => {
  const last = consecutiveFailuresMax - 1;
  const { condition, ...update } =
    failures_ms.length > 0 && failures_ms.length < last
      ? addFailure(endMs, isoTime(endMs) < (failing_since ?? ''), last)
      : replaceFailures(failures_ms, [...failures_ms, endMs]);
  const values = { ':on': true, ':generation': generation, ':end': endMs };
  return {
    Update: {
      Key: keys.webhook(workspaceId, id),
      ...update,
      ConditionExpression: `is_active = :on AND generation = :generation AND ${isNewer(':end')} AND ${condition}`,
      ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ...values },
    },
  };
};

const addFailure = (endMs: number, isFirst: boolean, last: number) => ({
  condition: `failure_count >= :one AND failure_count < :last AND failing_since ${isFirst ? '>' : '<='} :since`,
  UpdateExpression: `SET failure_count = failure_count + :one, failures_ms = list_append(failures_ms, :ends)${
    isFirst ? ', failing_since = :since' : ''
  }`,
  ExpressionAttributeValues: { ':one': 1, ':last': last, ':ends': [endMs], ':since': isoTime(endMs) },
});

const replaceFailures = (readMs: number[], failuresMs: number[]) => ({
  condition: isUnchanged,
  ...assign(
    { ...toFailureStreak(failuresMs), is_active: failuresMs.length < consecutiveFailuresMax },
    { ':read': readMs },
  ),
});

/** Leaves only these failures counted. False if the webhook has changed since it was read. */
export const replaceStreak = async (
  workspaceId: string,
  { id, is_active, generation, failures_ms = [] }: StoredWebhook,
  succeededMs: number,
  failuresMs: number[],
): Promise<boolean> => {
  const { written } = await updateIf({
    Key: keys.webhook(workspaceId, id),
    ConditionExpression: `is_active = :was AND generation = :generation AND ${isNewer(':succeeded_ms')} AND ${isUnchanged}`,
    ...assign(
      { ...toFailureStreak(failuresMs), succeeded_ms: succeededMs, is_active: true },
      { ':was': is_active, ':generation': generation, ':read': failures_ms },
    ),
  });
  return written;
};

/** Never moves the time back. Returns the webhook as it is then. */
export const touchWebhook = async (
  workspaceId: string,
  webhookId: string,
  last_delivery_at: string,
  touched_until: string,
): Promise<StoredWebhook | undefined> => {
  const update = assignForwardOnly({ touched_until }, { last_delivery_at });
  const { item } = await updateIf({ Key: keys.webhook(workspaceId, webhookId), ...update });
  return item && toStoredWebhook(item);
};

export const markWebhookSlow = async (workspaceId: string, webhookId: string, until: string): Promise<void> => {
  await updateIf({
    Key: keys.webhook(workspaceId, webhookId),
    ConditionExpression: 'attribute_exists(pk)',
    ...assign({ slow_until: until }),
  });
};

export const markContactErased = async (workspaceId: string, webhookId: string, at: string): Promise<void> => {
  await updateIf({
    Key: keys.webhook(workspaceId, webhookId),
    ConditionExpression: 'attribute_exists(pk)',
    ...assign({ contact_erased_at: at }),
  });
};
