import { consecutiveFailuresMax } from '../../model/deliveries/delivery.ts';
import type { NewWebhook, Webhook, WebhookChanges, WebhookDetails } from '../../model/webhooks/webhook.ts';
import { queryWebhooks, type StoredWebhook } from '../../table/webhooks/webhooks.ts';
import { readOverlapEnd } from './secrets.ts';
import { getStoredWebhook, storeWebhook, toWebhook, updateStoredWebhook } from './webhooks.ts';

export const listWebhookDetails = async (workspaceId: string): Promise<WebhookDetails[]> =>
  (await queryWebhooks(workspaceId)).map(toWebhookDetails);

export const getWebhookDetails = async (workspaceId: string, webhookId: string): Promise<WebhookDetails> =>
  toWebhookDetails(await getStoredWebhook(workspaceId, webhookId));

/** Idempotent: a retry with the same id returns the stored webhook. */
export const createWebhookAs = async (workspaceId: string, id: string, input: NewWebhook, createdBy: string) => {
  const { secret, ...created } = await storeWebhook(workspaceId, id, 'api', input, createdBy);
  return { ...describe(created, { created_by: createdBy, failing_since: null }), secret };
};

export const updateWebhookDetails = async (
  workspaceId: string,
  webhookId: string,
  changes: WebhookChanges,
): Promise<WebhookDetails> => toWebhookDetails(await updateStoredWebhook(workspaceId, webhookId, changes));

const toWebhookDetails = (stored: StoredWebhook): WebhookDetails => describe(toWebhook(stored), stored);

type Origin = Pick<StoredWebhook, 'created_by' | 'failing_since' | 'previous_secret_expires_at'>;

const describe = (webhook: Webhook, { created_by, failing_since, ...overlap }: Origin): WebhookDetails => ({
  ...webhook,
  created_by: created_by ?? null,
  off_by: readOffReason(webhook),
  failing_since: failing_since ?? null,
  previous_secret_expires_at: readOverlapEnd(overlap),
});

const readOffReason = ({ is_active, failure_count }: Webhook): WebhookDetails['off_by'] => {
  if (is_active) return null;
  return failure_count >= consecutiveFailuresMax ? 'failures' : 'person';
};
