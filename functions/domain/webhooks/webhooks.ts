import { notFound } from '../../model/api-error.ts';
import type { Page } from '../../model/page.ts';
import type { Webhook, WebhookChanges } from '../../model/webhook.ts';
import * as table from '../../table/webhooks/webhooks.ts';
import { requireTarget } from './target-guard.ts';

/** Every endpoint of the workspace; there are so few that one page holds them all. */
export const listWebhooks = async (workspaceId: string): Promise<Page<Webhook>> => ({
  items: (await table.queryWebhooks(workspaceId)).map(shownWebhook),
  next: undefined,
});

export const getWebhook = async (workspaceId: string, webhookId: string): Promise<Webhook> => {
  const webhook = await table.findWebhook(workspaceId, webhookId);
  if (!webhook) throw notFound('webhook');
  return shownWebhook(webhook);
};

/** Changes what is present; nothing present changes nothing. */
export const updateWebhook = async (
  workspaceId: string,
  webhookId: string,
  changes: WebhookChanges,
): Promise<Webhook> => {
  const fields = fieldsOf(changes);
  if (Object.keys(fields).length === 0) return getWebhook(workspaceId, webhookId);
  if (fields.url !== undefined) {
    // That there is no such endpoint is told before anything that is wrong with its new address.
    await getWebhook(workspaceId, webhookId);
    await requireTarget(fields.url);
  }
  const updated = await table.updateWebhook(workspaceId, webhookId, fields);
  if (!updated) throw notFound('webhook');
  return shownWebhook(updated);
};

/** Deliveries stop at once: each attempt looks for its endpoint first. */
export const deleteWebhook = async (workspaceId: string, webhookId: string) => {
  if (!(await table.removeWebhook(workspaceId, webhookId))) throw notFound('webhook');
  return { id: webhookId, deleted: true as const };
};

const fieldsOf = ({ url, events, is_active }: WebhookChanges) => ({
  ...(url === undefined ? {} : { url }),
  ...(events === undefined ? {} : { events: [...new Set(events)] }),
  ...(is_active === undefined ? {} : { is_active }),
});

/** Named one by one, so that nothing secret is shown by accident. */
export const shownWebhook = (webhook: table.StoredWebhook): Webhook => ({
  id: webhook.id,
  url: webhook.url,
  events: webhook.events,
  is_active: webhook.is_active,
  last_delivery_at: webhook.last_delivery_at,
  failure_count: webhook.failure_count,
  created_at: webhook.created_at,
  provider: webhook.provider,
});
