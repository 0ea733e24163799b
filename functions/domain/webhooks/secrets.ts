import { randomBytes } from 'node:crypto';
import { notFound } from '../../model/api-error.ts';
import { overlapHoursDefault, type RotatedSecret, type SecretRotation } from '../../model/webhooks/webhook.ts';
import { clock, hourMs, isoTime } from '../../platform/clock.ts';
import { decrypt, encrypt } from '../../platform/encryption.ts';
import { removeExpiredSecret, replaceSecret } from '../../table/webhooks/secrets.ts';
import type { StoredWebhook } from '../../table/webhooks/webhooks.ts';
import { secretContexts } from '../workspaces/secret-contexts.ts';

export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/**
 * Idempotent: a retry with the same id returns the secret that the first call stored. The new secret and the end of the
 * old one are one write, so the webhook always signs with a secret that its owner has or gets by a retry.
 */
export const rotateSecret = async (
  workspaceId: string,
  webhookId: string,
  rotationId: string,
  { overlap_hours = overlapHoursDefault }: SecretRotation,
): Promise<RotatedSecret> => {
  const context = secretContexts.webhookSecret(workspaceId, webhookId);
  const webhook = await replaceSecret(workspaceId, webhookId, {
    rotation_id: rotationId,
    secret: await encrypt(context, newWebhookSecret()),
    previous_secret_expires_at: overlap_hours > 0 ? isoTime(clock.now() + overlap_hours * hourMs) : undefined,
  });
  if (!webhook) throw notFound('webhook');
  return {
    id: webhookId,
    secret: await decrypt(context, webhook.secret),
    previous_secret_expires_at: readOverlapEnd(webhook),
  };
};

type Overlap = Pick<StoredWebhook, 'previous_secret_expires_at'>;

/** Returns null unless the previous secret still signs. */
export const readOverlapEnd = ({ previous_secret_expires_at: expiresAt }: Overlap): string | null =>
  expiresAt !== undefined && Date.parse(expiresAt) > clock.now() ? expiresAt : null;

/** The newest first. There are two during the overlap after a rotation. */
export const readSigningSecrets = async (workspaceId: string, webhook: StoredWebhook): Promise<string[]> => {
  const { id, secret, previous_secret } = webhook;
  const context = secretContexts.webhookSecret(workspaceId, id);
  const signing = previous_secret !== undefined && readOverlapEnd(webhook) ? [secret, previous_secret] : [secret];
  return Promise.all(signing.map((encrypted) => decrypt(context, encrypted)));
};

export const forgetExpiredSecret = async (workspaceId: string, webhook: StoredWebhook): Promise<void> => {
  if (webhook.previous_secret_expires_at === undefined || readOverlapEnd(webhook)) return;
  await removeExpiredSecret(workspaceId, webhook.id, isoTime(clock.now()));
};
