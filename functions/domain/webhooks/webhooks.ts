import { randomBytes } from 'node:crypto';
import { ApiError, notFound } from '../../model/api-error.ts';
import type { Page } from '../../model/page.ts';
import {
  type CreatedWebhook,
  type NewWebhook,
  type Provider,
  type Webhook,
  type WebhookChanges,
  webhooksMax,
} from '../../model/webhook.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { decrypt, encrypt } from '../../platform/encryption.ts';
import { newId } from '../../platform/ids.ts';
import * as table from '../../table/webhooks/webhooks.ts';
import { findWebhook, putWebhook, type StoredWebhook } from '../../table/webhooks/webhooks.ts';
import { secretContexts } from '../workspaces/secret-contexts.ts';
import { getStoredWorkspace } from '../workspaces/workspaces.ts';
import { requireTarget } from './target-guard.ts';

/** Every endpoint of the workspace; there are so few that one page holds them all. */
export const listWebhooks = async (workspaceId: string): Promise<Page<Webhook>> => ({
  items: (await table.queryWebhooks(workspaceId)).map(toWebhook),
  next: undefined,
});

export const getWebhook = async (workspaceId: string, webhookId: string): Promise<Webhook> => {
  const webhook = await table.findWebhook(workspaceId, webhookId);
  if (!webhook) throw notFound('webhook');
  return toWebhook(webhook);
};

/** Changes what is present; nothing present changes nothing. */
export const updateWebhook = async (
  workspaceId: string,
  webhookId: string,
  changes: WebhookChanges,
): Promise<Webhook> => {
  const fields = changedFields(changes);
  if (Object.keys(fields).length === 0) return getWebhook(workspaceId, webhookId);
  if (fields.url !== undefined) {
    // That there is no such endpoint is told before anything that is wrong with its new address.
    await getWebhook(workspaceId, webhookId);
    await requireTarget(fields.url);
  }
  const updated = await table.updateWebhook(workspaceId, webhookId, fields);
  if (!updated) throw notFound('webhook');
  return toWebhook(updated);
};

/** Deliveries stop at once: each attempt looks for its endpoint first. */
export const deleteWebhook = async (workspaceId: string, webhookId: string) => {
  if (!(await table.removeWebhook(workspaceId, webhookId))) throw notFound('webhook');
  return { id: webhookId, deleted: true as const };
};

const changedFields = ({ url, events, is_active }: WebhookChanges) => ({
  ...(url === undefined ? {} : { url }),
  ...(events === undefined ? {} : { events: [...new Set(events)] }),
  ...(is_active === undefined ? {} : { is_active }),
});

/** Named one by one, so that nothing secret is shown by accident. */
const toWebhook = (webhook: table.StoredWebhook): Webhook => ({
  id: webhook.id,
  url: webhook.url,
  events: webhook.events,
  is_active: webhook.is_active,
  last_delivery_at: webhook.last_delivery_at,
  failure_count: webhook.failure_count,
  created_at: webhook.created_at,
  provider: webhook.provider,
});

/** A new endpoint under this id, with its secret: this is the only time that the secret is told. */
export const createWebhook = (workspaceId: string, id: string, input: NewWebhook): Promise<CreatedWebhook> =>
  storeWebhook(workspaceId, id, 'api', input);

/** Connects an automation tool, as the dashboard does. Deleting the endpoint disconnects it. */
export const connectTool = async (
  workspaceId: string,
  provider: Exclude<Provider, 'api'>,
  input: NewWebhook,
): Promise<CreatedWebhook> => {
  await getStoredWorkspace(workspaceId);
  return storeWebhook(workspaceId, newId(), provider, input);
};

/** Whoever tries again with the id of an endpoint that is there gets that endpoint. */
const storeWebhook = async (
  workspaceId: string,
  id: string,
  provider: Provider,
  input: NewWebhook,
): Promise<CreatedWebhook> => {
  await requireTarget(input.url);
  const context = secretContexts.webhookSecret(workspaceId, id);
  const webhook = await buildWebhook(id, provider, input, context);
  const outcome = await putWebhook(workspaceId, webhook);
  const stored = outcome === 'stored' ? webhook : await findWebhook(workspaceId, id);
  if (!stored) throw tooManyWebhooks();
  return { ...toWebhook(stored), secret: await decrypt(context, stored.secret) };
};

const buildWebhook = async (
  id: string,
  provider: Provider,
  { url, events }: NewWebhook,
  context: string,
): Promise<StoredWebhook> => ({
  id,
  url,
  events: [...new Set(events)],
  is_active: true,
  last_delivery_at: null,
  failure_count: 0,
  created_at: isoTime(clock.now()),
  provider,
  secret: await encrypt(context, `whsec_${randomBytes(32).toString('base64url')}`),
  generation: 1,
});

const tooManyWebhooks = (): ApiError =>
  new ApiError('bad_request', `A workspace has at most ${webhooksMax} webhooks; delete one first.`);
