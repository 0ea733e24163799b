import { createWebhook } from '../../functions/domain/webhooks/webhooks.ts';
import { setMoreEvents } from '../../functions/domain/workspaces/more-events.ts';
import {
  type CreatedWebhook,
  type EventName,
  isBasicEvent,
  type RotatedSecret,
  type Webhook,
} from '../../functions/model/webhooks/webhook.ts';
import { isoTime } from '../../functions/platform/clock.ts';
import { newId } from '../../functions/platform/ids.ts';
import { assign } from '../../functions/table/dynamodb/expressions.ts';
import { updateIf } from '../../functions/table/dynamodb/write.ts';
import { keys } from '../../functions/table/keys.ts';
import type { StoredWebhook } from '../../functions/table/webhooks/webhooks.ts';
import { type ApiResponse, call } from './client.ts';

/** A public address, so creating the webhook needs no DNS. */
export const publicUrl = 'https://93.184.216.34/hook';

/** Nothing listens there, so a delivery fails at once. */
export const closedUrl = 'http://127.0.0.1:9/hook';

type WebhookResponse<Data = Webhook> = ApiResponse<{ data: Data; error?: { code: string; message: string } }>;

export const postWebhook = (
  key: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<WebhookResponse<CreatedWebhook>> => call('POST', '/webhooks', { key, body, headers });

export const rotateWebhookSecret = (
  key: string,
  id: string,
  body: object = {},
  headers: Record<string, string> = {},
): Promise<WebhookResponse<RotatedSecret>> => call('POST', `/webhooks/${id}/rotate-secret`, { key, body, headers });

export const patchWebhook = (key: string, id: string, body: object): Promise<WebhookResponse> =>
  call('PATCH', `/webhooks/${id}`, { key, body });

export const getWebhook = async (key: string, id: string): Promise<Webhook> =>
  (await call<{ data: Webhook }>('GET', `/webhooks/${id}`, { key })).json.data;

export const listWebhooks = async (key: string): Promise<Webhook[]> =>
  (await call<{ data: Webhook[] }>('GET', '/webhooks', { key })).json.data;

export const makeWebhook = async (workspaceId: string, url = publicUrl, events: EventName[] = ['contact.created']) => {
  if (!events.every(isBasicEvent)) await setMoreEvents(workspaceId, true);
  return createWebhook(workspaceId, newId(), { url, events });
};

/** The fields after so many failures in a row, one in each millisecond from `sinceMs` on. */
export const newStreak = (failures: number, sinceMs = 0) => ({
  failure_count: failures,
  failing_since: isoTime(sinceMs),
  failures_ms: Array.from({ length: failures }, (_, ms) => sinceMs + ms),
});

/** Writes fields that the API cannot set. */
export const updateStoredWebhook = async (
  workspaceId: string,
  id: string,
  fields: Partial<StoredWebhook>,
): Promise<void> => {
  await updateIf({
    Key: keys.webhook(workspaceId, id),
    ConditionExpression: 'attribute_exists(pk)',
    ...assign(fields),
  });
};
