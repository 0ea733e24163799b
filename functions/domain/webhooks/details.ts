import type { AuditSubject } from '../../model/audit/audit-entry.ts';
import { consecutiveFailuresMax } from '../../model/deliveries/delivery.ts';
import type { NewWebhook, Webhook, WebhookChanges, WebhookDetails } from '../../model/webhooks/webhook.ts';
import type { StoredWebhook } from '../../table/webhooks/webhooks.ts';
import { readOverlapEnd } from './secrets.ts';
import {
  findWebhookHost,
  getShownWebhook,
  listShownWebhooks,
  storeWebhook,
  toWebhook,
  updateStoredWebhook,
} from './webhooks.ts';

export const listWebhookDetails = async (workspaceId: string): Promise<WebhookDetails[]> =>
  (await listShownWebhooks(workspaceId)).map(toWebhookDetails);

export const getWebhookDetails = async (workspaceId: string, webhookId: string): Promise<WebhookDetails> =>
  toWebhookDetails(await getShownWebhook(workspaceId, webhookId));

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

interface WebhookAct extends WebhookChanges {
  overlap_hours?: number | undefined;
  since?: string;
  event_id?: string;
}

/** For the audit log. Names only the host of a URL: its path is often a secret. A webhook that is being created is not stored yet. */
export const describeWebhook = async (
  workspaceId: string,
  id: string,
  { url, events, is_active, overlap_hours, since, event_id }: WebhookAct = {},
): Promise<AuditSubject> => ({
  target: { id, name: (await findWebhookHost(workspaceId, id)) ?? URL.parse(url ?? '')?.host ?? id },
  details:
    [
      url === undefined ? [] : `host ${URL.parse(url)?.host ?? 'unknown'}`,
      events === undefined ? [] : `events ${events.join(', ')}`,
      is_active === undefined ? [] : `turned ${is_active ? 'on' : 'off'}`,
      overlap_hours === undefined ? [] : `old secret valid for ${overlap_hours} h`,
      since === undefined ? [] : `since ${since}`,
      event_id === undefined ? [] : `event ${event_id}`,
    ]
      .flat()
      .join('; ') || null,
});
