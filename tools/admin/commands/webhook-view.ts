import type { Webhook } from '../../../functions/model/webhook.ts';
import { formatFields, formatTable } from '../layout.ts';

export const showWebhook = (webhook: Webhook): string => formatFields(rowOf(webhook));

export const showWebhooks = (webhooks: readonly Webhook[]): string =>
  webhooks.length === 0
    ? 'This workspace has no webhook endpoints.'
    : formatTable(webhooks.map(rowOf), [
        'id',
        'provider',
        'is_active',
        'failure_count',
        'last_delivery_at',
        'created_at',
        'url',
        'events',
      ]);

const rowOf = (webhook: Webhook) => ({
  ...webhook,
  is_active: webhook.is_active ? 'yes' : 'no',
  events: webhook.events.join(', '),
  last_delivery_at: webhook.last_delivery_at ?? 'never',
});
