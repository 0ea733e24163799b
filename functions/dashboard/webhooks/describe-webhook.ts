import { findWebhookHost } from '../../domain/webhooks/webhooks.ts';
import type { WebhookChanges } from '../../model/webhooks/webhook.ts';
import type { AuditSubject } from '../audited.ts';

interface Act extends WebhookChanges {
  overlap_hours?: number | undefined;
  since?: string;
  event_id?: string;
}

/** Names only the host of a URL: its path is often a secret. */
export const describeWebhook = async (
  workspaceId: string,
  id: string,
  { url, events, is_active, overlap_hours, since, event_id }: Act = {},
): Promise<AuditSubject> => ({
  target: { id, name: (await findWebhookHost(workspaceId, id)) ?? id },
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
