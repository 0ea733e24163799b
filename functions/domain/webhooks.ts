import { randomBytes } from 'node:crypto';
import { Failure, notFound } from '../model/failure.ts';
import type { Page } from '../model/page.ts';
import {
  type CreatedWebhook,
  type NewWebhook,
  type Provider,
  type Webhook,
  type WebhookChanges,
  webhooksMax,
} from '../model/webhook.ts';
import { clock, isoTime } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import * as table from '../table/webhooks.ts';
import { checkTarget, type Refusal } from './webhook-targets.ts';
import { getStoredWorkspace } from './workspaces.ts';

/** A new endpoint under this id, with its secret: this is the only time that the secret is told. */
export const createWebhook = (workspaceId: string, id: string, wish: NewWebhook): Promise<CreatedWebhook> =>
  storeWebhook(workspaceId, newWebhook(id, 'api', wish));

/** Connects an automation tool, as the dashboard does. Deleting the endpoint disconnects it. */
export const connectTool = async (
  workspaceId: string,
  provider: Exclude<Provider, 'api'>,
  wish: NewWebhook,
): Promise<CreatedWebhook> => {
  await getStoredWorkspace(workspaceId);
  return storeWebhook(workspaceId, newWebhook(newId(), provider, wish));
};

/** Every endpoint of the workspace; there are so few that one page holds them all. */
export const listWebhooks = async (workspaceId: string): Promise<Page<Webhook>> => ({
  items: (await table.queryWebhooks(workspaceId)).map(shown),
  next: undefined,
});

export const getWebhook = async (workspaceId: string, webhookId: string): Promise<Webhook> => {
  const webhook = await table.findWebhook(workspaceId, webhookId);
  if (!webhook) throw notFound('webhook');
  return shown(webhook);
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
  return shown(updated);
};

/** Deliveries stop at once: each attempt looks for its endpoint first. */
export const deleteWebhook = async (workspaceId: string, webhookId: string) => {
  if (!(await table.removeWebhook(workspaceId, webhookId))) throw notFound('webhook');
  return { id: webhookId, deleted: true as const };
};

/** Whoever tries again with the id of an endpoint that is there gets that endpoint. */
const storeWebhook = async (workspaceId: string, webhook: table.StoredWebhook): Promise<CreatedWebhook> => {
  await requireTarget(webhook.url);
  const outcome = await table.putWebhook(workspaceId, webhook);
  const stored = outcome === 'stored' ? webhook : await table.findWebhook(workspaceId, webhook.id);
  if (!stored) throw tooMany();
  return { ...shown(stored), secret: stored.secret };
};

const newWebhook = (id: string, provider: Provider, { url, events }: NewWebhook): table.StoredWebhook => ({
  id,
  url,
  events: eachOnce(events),
  is_active: true,
  last_delivery_at: null,
  failure_count: 0,
  created_at: isoTime(clock.now()),
  provider,
  secret: `whsec_${randomBytes(32).toString('base64url')}`,
  epoch: 1,
});

const fieldsOf = ({ url, events, is_active }: WebhookChanges) => ({
  ...(url === undefined ? {} : { url }),
  ...(events === undefined ? {} : { events: eachOnce(events) }),
  ...(is_active === undefined ? {} : { is_active }),
});

const eachOnce = <Name>(names: readonly Name[]): Name[] => [...new Set(names)];

/** Named one by one, so that nothing secret is shown by accident. */
const shown = (webhook: table.StoredWebhook): Webhook => ({
  id: webhook.id,
  url: webhook.url,
  events: webhook.events,
  is_active: webhook.is_active,
  last_delivery_at: webhook.last_delivery_at,
  failure_count: webhook.failure_count,
  created_at: webhook.created_at,
  provider: webhook.provider,
});

const requireTarget = async (url: string): Promise<void> => {
  const target = await checkTarget(url);
  if ('refused' in target) throw new Failure('bad_request', `"url" ${demands[target.refused]}.`);
};

/** None tells to which address a name leads: nobody is to learn from us how the network behind us looks. */
const demands: Record<Refusal, string> = {
  malformed: 'must be a valid url',
  'not https': 'must start with https://',
  userinfo: 'must not hold a user name or password; check the signature of deliveries instead',
  'not public': 'must lead to a public address',
  unresolved: 'must lead to a public address; its host could not be resolved now',
};

const tooMany = (): Failure =>
  new Failure('bad_request', `A workspace has at most ${webhooksMax} webhooks; delete one first.`);
