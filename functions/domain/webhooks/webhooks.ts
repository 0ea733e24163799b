import { ApiError, notFound } from '../../model/api-error.ts';
import { endMs } from '../../model/deliveries/delivery.ts';
import type { Page } from '../../model/page.ts';
import {
  basicEventNames,
  type CreatedWebhook,
  type EventName,
  isBasicEvent,
  type NewWebhook,
  type Provider,
  type Webhook,
  type WebhookChanges,
  webhooksMax,
} from '../../model/webhooks/webhook.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { decrypt, encrypt } from '../../platform/encryption.ts';
import { queryDeliveries } from '../../table/deliveries/query-deliveries.ts';
import * as table from '../../table/webhooks/webhooks.ts';
import { type SecretContext, secretContexts } from '../workspaces/secret-contexts.ts';
import { forgetExpiredSecret, newWebhookSecret } from './secrets.ts';
import { requireTarget } from './target-guard.ts';

export const listWebhooks = async (workspaceId: string): Promise<Page<Webhook>> => ({
  items: (await listShownWebhooks(workspaceId)).map(toWebhook),
  next: undefined,
});

export const getWebhook = async (workspaceId: string, webhookId: string): Promise<Webhook> =>
  toWebhook(await getShownWebhook(workspaceId, webhookId));

export const listShownWebhooks = async (workspaceId: string): Promise<table.StoredWebhook[]> =>
  Promise.all((await table.queryWebhooks(workspaceId)).map(withRecordedStreak));

const outcomesRead = 100;

/**
 * Counts the failures after the last recorded success. A success is recorded before the webhook knows of it, so until
 * then the stored count is higher than it ever was. Only a webhook that fails costs a read.
 */
const withRecordedStreak = async (webhook: table.StoredWebhook): Promise<table.StoredWebhook> => {
  const { id, is_active, failure_count, failures_ms = [] } = webhook;
  if (!is_active || failure_count === 0) return webhook;
  const newest = { sinceMs: 0, limit: outcomesRead, after: undefined };
  const { items } = await queryDeliveries(id, { statuses: ['delivered'], ...newest });
  const successesMs = items.flatMap(({ attempts }) => attempts.slice(-1).map(endMs));
  const counted = failures_ms.filter((ms) => successesMs.every((successMs) => successMs < ms));
  return counted.length === failures_ms.length ? webhook : { ...webhook, ...table.toFailureStreak(counted) };
};

export const getShownWebhook = async (workspaceId: string, webhookId: string): Promise<table.StoredWebhook> =>
  withRecordedStreak(await getStoredWebhook(workspaceId, webhookId));

export const getStoredWebhook = async (workspaceId: string, webhookId: string): Promise<table.StoredWebhook> => {
  const webhook = await table.findWebhook(workspaceId, webhookId);
  if (!webhook) throw notFound('webhook');
  return webhook;
};

export const findWebhookHost = async (workspaceId: string, webhookId: string): Promise<string | undefined> =>
  URL.parse((await table.findWebhook(workspaceId, webhookId))?.url ?? '')?.host;

export const updateWebhook = async (
  workspaceId: string,
  webhookId: string,
  changes: WebhookChanges,
): Promise<Webhook> => toWebhook(await updateStoredWebhook(workspaceId, webhookId, changes));

export const updateStoredWebhook = async (
  workspaceId: string,
  webhookId: string,
  changes: WebhookChanges,
): Promise<table.StoredWebhook> => {
  const fields = changedFields(changes);
  if (Object.keys(fields).length === 0) return getStoredWebhook(workspaceId, webhookId);
  if (fields.url !== undefined) {
    // A missing webhook is 404 before an invalid url is 400.
    await getStoredWebhook(workspaceId, webhookId);
    await requireTarget(fields.url);
  }
  const updated = (await addsMoreEvents(workspaceId, webhookId, fields.events))
    ? await addMoreEvents(workspaceId, webhookId, fields)
    : await table.updateWebhook(workspaceId, webhookId, fields);
  if (!updated) throw notFound('webhook');
  await forgetExpiredSecret(workspaceId, updated);
  return updated;
};

const addsMoreEvents = async (workspaceId: string, webhookId: string, events: EventName[] = []): Promise<boolean> => {
  if (events.every(isBasicEvent)) return false;
  const before = await getStoredWebhook(workspaceId, webhookId);
  return !events.every((name) => isBasicEvent(name) || before.events.includes(name));
};

const addMoreEvents = async (workspaceId: string, webhookId: string, fields: WebhookChanges) => {
  const isAdded = await table.addMoreEvents(workspaceId, webhookId, fields);
  const webhook = await getStoredWebhook(workspaceId, webhookId);
  if (!isAdded) throw moreEventsOff();
  return webhook;
};

/** Deliveries stop within the table's replication lag: each attempt reads its webhook first. */
export const deleteWebhook = async (workspaceId: string, webhookId: string) => {
  if (!(await table.removeWebhook(workspaceId, webhookId))) throw notFound('webhook');
  return { id: webhookId, deleted: true as const };
};

const changedFields = ({ url, events, is_active }: WebhookChanges) => ({
  ...(url === undefined ? {} : { url }),
  ...(events === undefined ? {} : { events: [...new Set(events)] }),
  ...(is_active === undefined ? {} : { is_active }),
});

/** Lists the fields, so no secret is returned by accident. */
export const toWebhook = (webhook: table.StoredWebhook): Webhook => ({
  id: webhook.id,
  url: webhook.url,
  events: webhook.events,
  is_active: webhook.is_active,
  last_delivery_at: webhook.last_delivery_at,
  failure_count: webhook.failure_count,
  created_at: webhook.created_at,
  provider: webhook.provider,
});

export const createWebhook = (workspaceId: string, id: string, input: NewWebhook): Promise<CreatedWebhook> =>
  storeWebhook(workspaceId, id, 'api', input);

/** Idempotent: a retry with the same id returns the stored webhook. */
export const storeWebhook = async (
  workspaceId: string,
  id: string,
  provider: Provider,
  input: NewWebhook,
  createdBy?: string,
): Promise<CreatedWebhook> => {
  await requireTarget(input.url);
  const context = secretContexts.webhookSecret(workspaceId, id);
  const webhook = {
    ...(await buildWebhook(id, provider, input, context)),
    ...(createdBy === undefined ? {} : { created_by: createdBy }),
  };
  const outcome = await table.putWebhook(workspaceId, webhook);
  if (outcome === 'more_events_off') throw moreEventsOff();
  const stored = outcome === 'stored' ? webhook : await table.findWebhook(workspaceId, id);
  if (!stored) throw tooManyWebhooks();
  return { ...toWebhook(stored), secret: await decrypt(context, stored.secret) };
};

const buildWebhook = async (
  id: string,
  provider: Provider,
  { url, events }: NewWebhook,
  context: SecretContext,
): Promise<table.StoredWebhook> => ({
  id,
  url,
  events: [...new Set(events)],
  is_active: true,
  last_delivery_at: null,
  failure_count: 0,
  created_at: isoTime(clock.now()),
  provider,
  secret: await encrypt(context, newWebhookSecret()),
  generation: 1,
  failing_since: null,
});

const moreEventsOff = (): ApiError =>
  new ApiError(
    'bad_request',
    `"events" can have ${basicEventNames.join(', ')}. For the others, an Owner or Admin turns on More events on the dashboard's Workspace page.`,
  );

const tooManyWebhooks = (): ApiError =>
  new ApiError('bad_request', `A workspace has at most ${webhooksMax} webhooks. Delete one first.`);
