import type { Tool } from '../../model/webhooks/integration.ts';
import type { WebhookChanges } from '../../model/webhooks/webhook.ts';
import type { AuditSubject } from '../audited.ts';

/** Names only the host of a URL: its path is often a secret of the tool. */
export const describeConnection = (
  { tool, id }: { tool: Tool; id: string },
  { url, events, is_active }: WebhookChanges = {},
): AuditSubject => ({
  target: { id, name: tool },
  details:
    [
      url === undefined ? [] : `host ${URL.parse(url)?.host ?? 'unknown'}`,
      events === undefined ? [] : `events ${events.join(', ')}`,
      is_active === undefined ? [] : `turned ${is_active ? 'on' : 'off'}`,
    ]
      .flat()
      .join('; ') || null,
});
