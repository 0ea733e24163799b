import { randomBytes } from 'node:crypto';
import { Failure } from '../../model/api-error.ts';
import { type CreatedWebhook, type NewWebhook, type Provider, webhooksMax } from '../../model/webhook.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { seal, unseal } from '../../platform/encryption.ts';
import { newId } from '../../platform/ids.ts';
import { findWebhook, putWebhook, type StoredWebhook } from '../../table/webhooks/webhooks.ts';
import { places } from '../workspaces/secret-contexts.ts';
import { getStoredWorkspace } from '../workspaces/workspaces.ts';
import { requireTarget } from './target-guard.ts';
import { shownWebhook } from './webhooks.ts';

/** A new endpoint under this id, with its secret: this is the only time that the secret is told. */
export const createWebhook = (workspaceId: string, id: string, wish: NewWebhook): Promise<CreatedWebhook> =>
  storeWebhook(workspaceId, id, 'api', wish);

/** Connects an automation tool, as the dashboard does. Deleting the endpoint disconnects it. */
export const connectTool = async (
  workspaceId: string,
  provider: Exclude<Provider, 'api'>,
  wish: NewWebhook,
): Promise<CreatedWebhook> => {
  await getStoredWorkspace(workspaceId);
  return storeWebhook(workspaceId, newId(), provider, wish);
};

/** Whoever tries again with the id of an endpoint that is there gets that endpoint. */
const storeWebhook = async (
  workspaceId: string,
  id: string,
  provider: Provider,
  wish: NewWebhook,
): Promise<CreatedWebhook> => {
  await requireTarget(wish.url);
  const place = places.webhookSecret(workspaceId, id);
  const webhook = await newWebhook(id, provider, wish, place);
  const outcome = await putWebhook(workspaceId, webhook);
  const stored = outcome === 'stored' ? webhook : await findWebhook(workspaceId, id);
  if (!stored) throw tooMany();
  return { ...shownWebhook(stored), secret: await unseal(place, stored.secret) };
};

const newWebhook = async (
  id: string,
  provider: Provider,
  { url, events }: NewWebhook,
  place: string,
): Promise<StoredWebhook> => ({
  id,
  url,
  events: [...new Set(events)],
  is_active: true,
  last_delivery_at: null,
  failure_count: 0,
  created_at: isoTime(clock.now()),
  provider,
  secret: await seal(place, `whsec_${randomBytes(32).toString('base64url')}`),
  epoch: 1,
});

const tooMany = (): Failure =>
  new Failure('bad_request', `A workspace has at most ${webhooksMax} webhooks; delete one first.`);
