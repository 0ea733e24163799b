import { missedSince } from '../../model/webhooks/missed-since.ts';
import { isoTime } from '../../platform/clock.ts';
import { queryDeliveries } from '../../table/deliveries/query-deliveries.ts';
import { findWebhook } from '../../table/webhooks/webhooks.ts';

export interface WebhookFacts {
  host: string;
  since: string | null;
  /** The start of a recovery that sends everything it missed. */
  missedSince: string | undefined;
  /** The HTTP status, or the name of the failure, of the newest attempt. */
  lastCode: string | undefined;
  missed: number;
  /** If true, there may be more. */
  isAtLeast: boolean;
}

const missedMax = 100;

/** Undefined if it was deleted or turned on again meanwhile. */
export const listWebhookFacts = async (workspaceId: string, webhookId: string): Promise<WebhookFacts | undefined> => {
  const webhook = await findWebhook(workspaceId, webhookId);
  if (!webhook || webhook.is_active) return undefined;
  const query = { statuses: ['failed', 'skipped'] as const, limit: missedMax, after: undefined };
  const from = missedSince(webhook.failing_since);
  const { items, next } = await queryDeliveries(webhookId, { ...query, sinceMs: Date.parse(from ?? isoTime(0)) });
  const attempts = items.flatMap((delivery) => delivery.attempts).sort((left, right) => (left.at < right.at ? 1 : -1));
  return {
    host: URL.parse(webhook.url)?.host ?? '',
    since: webhook.failing_since,
    missedSince: from,
    lastCode: attempts[0] && String(attempts[0].code),
    missed: items.length,
    isAtLeast: next !== undefined,
  };
};
