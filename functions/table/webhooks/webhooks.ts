import { consecutiveFailuresMax } from '../../model/delivery.ts';
import type { Encrypted } from '../../model/secret.ts';
import { type Webhook, webhooksMax } from '../../model/webhook.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryPage } from '../dynamodb/query.ts';
import { findItem } from '../dynamodb/read.ts';
import { type TransactionPart, transact, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

export interface StoredWebhook extends Webhook {
  secret: Encrypted;
  generation: number;
  created_by?: string;
}

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

export const findWebhook = async (workspaceId: string, webhookId: string): Promise<StoredWebhook | undefined> => {
  const item = await findItem(keys.webhook(workspaceId, webhookId));
  return item && toStoredWebhook(item);
};

export const queryWebhooks = async (workspaceId: string): Promise<StoredWebhook[]> => {
  const { items } = await queryPage(keys.webhook(workspaceId, '').pk, { limit: webhooksMax, after: undefined });
  return items.map(toStoredWebhook);
};

type WebhookFields = Partial<Pick<Webhook, 'url' | 'events' | 'is_active'>>;

/** Needs at least one field. Reactivation also resets the failures and starts a new generation. */
export const updateWebhook = async (
  workspaceId: string,
  webhookId: string,
  fields: WebhookFields,
): Promise<StoredWebhook | undefined> => {
  const { UpdateExpression, ...update } = assign({ ...fields, ...(fields.is_active ? { failure_count: 0 } : {}) });
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

const toStoredWebhook = ({ pk, sk, entity, ...fields }: Item): StoredWebhook => fields as unknown as StoredWebhook;

/**
 * Counts one more failed event; the last of a streak switches the webhook off. The condition fails when, since the read,
 * the webhook was switched off, its failures were reset, or other failures were counted up to the last one.
 */
export const countFailurePart = (
  workspaceId: string,
  { id, generation, failure_count }: StoredWebhook,
): TransactionPart => {
  const last = consecutiveFailuresMax - 1;
  const isLast = failure_count >= last;
  return {
    Update: {
      Key: keys.webhook(workspaceId, id),
      ConditionExpression: `is_active = :on AND generation = :generation AND failure_count ${isLast ? '=' : '<'} :last`,
      UpdateExpression: `SET failure_count = failure_count + :one${isLast ? ', is_active = :off' : ''}`,
      ExpressionAttributeValues: {
        ':on': true,
        ':generation': generation,
        ':last': last,
        ':one': 1,
        ...(isLast ? { ':off': false } : {}),
      },
    },
  };
};

/** Leaves a webhook that was switched off in the meantime unchanged. */
export const recordWebhookSuccess = async (workspaceId: string, webhookId: string, at: string): Promise<void> => {
  await updateIf({
    Key: keys.webhook(workspaceId, webhookId),
    ConditionExpression: 'is_active = :on',
    ...assign({ last_delivery_at: at, failure_count: 0 }, { ':on': true }),
  });
};
