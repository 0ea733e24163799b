import { consecutiveFailuresMax } from '../../model/deliveries/delivery.ts';
import type { Encrypted } from '../../model/secret.ts';
import { type Webhook, webhooksMax } from '../../model/webhooks/webhook.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryPage } from '../dynamodb/query.ts';
import { type Consistency, findItem } from '../dynamodb/read.ts';
import { type TransactionPart, transact, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

export interface FailureStreak {
  failure_count: number;
  /** The end of the first failed attempt that is counted. */
  failing_since: string | null;
}

export interface StoredWebhook extends Webhook, FailureStreak {
  secret: Encrypted;
  generation: number;
  created_by?: string;
  slow_until?: string;
  /** The secret before the last rotation. It signs beside the other until it expires. */
  previous_secret?: Encrypted;
  previous_secret_expires_at?: string;
  rotation_id?: string;
  /** When a contact of the workspace was last erased. Events from before may be about that contact. */
  contact_erased_at?: string;
}

const noFailures: FailureStreak = { failure_count: 0, failing_since: null };

export const putWebhook = async (
  workspaceId: string,
  webhook: StoredWebhook,
): Promise<'stored' | 'exists' | 'limit_reached'> => {
  const result = await transact([
    {
      Put: {
        Item: { ...keys.webhook(workspaceId, webhook.id), entity: 'webhook', ...webhook },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    incrementCountPart(workspaceId),
  ]);
  if (result.written) return 'stored';
  return result.failedPart === 0 ? 'exists' : 'limit_reached';
};

export const findWebhook = async (
  workspaceId: string,
  webhookId: string,
  consistency?: Consistency,
): Promise<StoredWebhook | undefined> => {
  const item = await findItem(keys.webhook(workspaceId, webhookId), consistency);
  return item && toStoredWebhook(item);
};

export const queryWebhooks = async (workspaceId: string): Promise<StoredWebhook[]> => {
  const { items } = await queryPage(keys.webhook(workspaceId, '').pk, { limit: webhooksMax, after: undefined });
  return items.map(toStoredWebhook);
};

type WebhookFields = Partial<Pick<Webhook, 'url' | 'events' | 'is_active'>>;

/** At least one field must change. Reactivation also resets the failures and starts a new generation. */
export const updateWebhook = async (
  workspaceId: string,
  webhookId: string,
  fields: WebhookFields,
): Promise<StoredWebhook | undefined> => {
  const { UpdateExpression, ...update } = assign({ ...fields, ...(fields.is_active ? noFailures : {}) });
  const { written, item } = await updateIf({
    Key: keys.webhook(workspaceId, webhookId),
    ConditionExpression: 'attribute_exists(pk)',
    ...(fields.is_active ? withNextGeneration(UpdateExpression, update) : { UpdateExpression, ...update }),
  });
  return written ? toStoredWebhook(item) : undefined;
};

export const removeWebhook = async (workspaceId: string, webhookId: string): Promise<boolean> => {
  const { written } = await transact([
    { Delete: { Key: keys.webhook(workspaceId, webhookId), ConditionExpression: 'attribute_exists(pk)' } },
    decrementCountPart(workspaceId),
  ]);
  return written;
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

/**
 * Counts one more failed event; the last of a streak switches the webhook off. The condition fails when, since the
 * read, the webhook was switched off or its failures were reset. The first and the last failure need the count that was
 * read; those in between do not conflict with each other.
 */
export const countFailurePart = (
  workspaceId: string,
  { id, generation, failure_count }: StoredWebhook,
  streak: FailureStreak,
): TransactionPart => {
  const last = consecutiveFailuresMax - 1;
  const { condition, ...update } =
    failure_count > 0 && failure_count < last ? incrementFailures(last) : replaceStreak(failure_count, streak);
  return {
    Update: {
      Key: keys.webhook(workspaceId, id),
      ...update,
      ConditionExpression: `is_active = :on AND generation = :generation AND ${condition}`,
      ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':on': true, ':generation': generation },
    },
  };
};

const incrementFailures = (last: number) => ({
  condition: 'failure_count >= :one AND failure_count < :last',
  UpdateExpression: 'SET failure_count = failure_count + :one',
  ExpressionAttributeValues: { ':one': 1, ':last': last },
});

const replaceStreak = (countRead: number, streak: FailureStreak) => ({
  condition: 'failure_count = :read',
  ...assign({ ...streak, is_active: streak.failure_count < consecutiveFailuresMax }, { ':read': countRead }),
});

/** Leaves a webhook that was switched off in the meantime unchanged. */
export const recordWebhookSuccess = async (workspaceId: string, webhookId: string, at: string): Promise<void> => {
  await updateIf({
    Key: keys.webhook(workspaceId, webhookId),
    ConditionExpression: 'is_active = :on',
    ...assign({ last_delivery_at: at, ...noFailures }, { ':on': true }),
  });
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
