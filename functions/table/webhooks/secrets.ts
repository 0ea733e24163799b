import type { Encrypted } from '../../model/secret.ts';
import { assign } from '../dynamodb/expressions.ts';
import { updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { type StoredWebhook, toStoredWebhook } from './webhooks.ts';

export interface SecretReplacement {
  /** A rotation with the same id takes effect once. */
  rotation_id: string;
  secret: Encrypted;
  /** If it is undefined, the present secret goes at once. */
  previous_secret_expires_at: string | undefined;
}

/** Returns the webhook after the rotation, also if an earlier call with the same id made it. */
export const replaceSecret = async (
  workspaceId: string,
  webhookId: string,
  { previous_secret_expires_at, ...replacement }: SecretReplacement,
): Promise<StoredWebhook | undefined> => {
  const keepsPrevious = previous_secret_expires_at !== undefined;
  const { UpdateExpression, ...update } = assign(
    keepsPrevious ? { ...replacement, previous_secret_expires_at } : replacement,
  );
  const previous = keepsPrevious ? ', previous_secret = secret' : ' REMOVE previous_secret, previous_secret_expires_at';
  const { item } = await updateIf({
    Key: keys.webhook(workspaceId, webhookId),
    ConditionExpression:
      'attribute_exists(pk) AND (attribute_not_exists(#rotation_id) OR #rotation_id <> :rotation_id)',
    UpdateExpression: `${UpdateExpression}${previous}`,
    ...update,
  });
  return item && toStoredWebhook(item);
};

/** The condition spares the secret of a rotation that came after the read. */
export const removeExpiredSecret = async (workspaceId: string, webhookId: string, now: string): Promise<void> => {
  await updateIf({
    Key: keys.webhook(workspaceId, webhookId),
    ConditionExpression: 'previous_secret_expires_at <= :now',
    UpdateExpression: 'REMOVE previous_secret, previous_secret_expires_at',
    ExpressionAttributeValues: { ':now': now },
  });
};
