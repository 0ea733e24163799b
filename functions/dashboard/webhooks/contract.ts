import * as z from 'zod/mini';
import {
  deliveryParams,
  deliveryQuery,
  eventQuery,
  listedDelivery,
  listedEvent,
  loggedDelivery,
  loggedDeliveryDetails,
  recoverableCount,
  recovery,
  recoveryQuery,
  recoveryRequest,
  webhookHealth,
} from '../../model/deliveries/delivery-log.ts';
import { idParams } from '../../model/id.ts';
import { listResponse } from '../../model/page.ts';
import { testDelivery, testRequest } from '../../model/webhooks/integration.ts';
import {
  createdWebhookDetails,
  newWebhook,
  rotatedSecret,
  secretRotation,
  webhookChanges,
  webhookDetails,
} from '../../model/webhooks/webhook.ts';
import { defineOperation } from '../operation.ts';

/** Lists the webhooks of every provider. A workspace has at most 50, so there are no pages. */
export const listWebhooks = defineOperation({
  method: 'GET',
  path: '/w/{workspace_id}/webhooks',
  role: 'agent',
  status: 200,
  response: () => z.object({ data: z.array(webhookDetails) }),
});

export const getWebhook = defineOperation({
  method: 'GET',
  path: '/w/{workspace_id}/webhooks/{id}',
  role: 'agent',
  status: 200,
  params: idParams,
  response: () => z.object({ data: webhookDetails }),
});

export const createWebhook = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/webhooks',
  role: 'admin',
  audit: 'webhook.created',
  status: 201,
  returnsSecret: 'encryption',
  body: newWebhook,
  response: () => z.object({ data: createdWebhookDetails }),
});

export const updateWebhook = defineOperation({
  method: 'PATCH',
  path: '/w/{workspace_id}/webhooks/{id}',
  role: 'admin',
  audit: 'webhook.changed',
  status: 200,
  params: idParams,
  body: webhookChanges,
  response: () => z.object({ data: webhookDetails }),
});

export const deleteWebhook = defineOperation({
  method: 'DELETE',
  path: '/w/{workspace_id}/webhooks/{id}',
  role: 'admin',
  audit: 'webhook.deleted',
  status: 200,
  params: idParams,
  response: () => z.object({ data: z.object({ id: z.uuid(), deleted: z.literal(true) }) }),
});

export const rotateWebhookSecret = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/webhooks/{id}/rotate-secret',
  role: 'admin',
  audit: 'webhook.secret_rotated',
  status: 200,
  returnsSecret: 'encryption',
  params: idParams,
  body: secretRotation,
  response: () => z.object({ data: rotatedSecret }),
});

export const getWebhookHealth = defineOperation({
  method: 'GET',
  path: '/w/{workspace_id}/webhooks/{id}/health',
  role: 'agent',
  status: 200,
  params: idParams,
  response: () => z.object({ data: webhookHealth }),
});

export const listDeliveries = defineOperation({
  method: 'GET',
  path: '/w/{workspace_id}/webhooks/{id}/deliveries',
  role: 'agent',
  status: 200,
  paged: true,
  params: idParams,
  query: deliveryQuery,
  response: () => listResponse(loggedDelivery),
});

export const getDelivery = defineOperation({
  method: 'GET',
  path: '/w/{workspace_id}/webhooks/{id}/deliveries/{event_id}',
  role: 'agent',
  status: 200,
  params: deliveryParams,
  response: () => z.object({ data: loggedDeliveryDetails }),
});

export const redeliverEvent = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/webhooks/{id}/deliveries/{event_id}/redeliver',
  role: 'admin',
  audit: 'delivery.redelivered',
  status: 202,
  params: deliveryParams,
  response: () => z.object({ data: listedDelivery }),
});

/** Sends one of the webhook's events with a made-up payload, or a tool's test event. Its failure never counts. */
export const testWebhook = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/webhooks/{id}/tests',
  role: 'admin',
  audit: 'webhook.tested',
  status: 202,
  params: idParams,
  body: testRequest,
  response: () => z.object({ data: testDelivery }),
});

/** Counts the events that a recovery since that time would send. */
export const countRecoverable = defineOperation({
  method: 'GET',
  path: '/w/{workspace_id}/webhooks/{id}/recoverable',
  role: 'agent',
  status: 200,
  params: idParams,
  query: recoveryQuery,
  response: () => z.object({ data: recoverableCount }),
});

/** Goes back in time from the newest event. Until `next_cursor` is null, the next call continues from there. */
export const recoverEvents = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/webhooks/{id}/recover',
  role: 'admin',
  audit: 'delivery.recovered',
  status: 202,
  params: idParams,
  body: recoveryRequest,
  response: () => z.object({ data: recovery, meta: z.object({ next_cursor: z.nullable(z.string()) }) }),
});

/** Lists the events of all webhooks, newest first. A page has at most 20; a shorter one may have a next page. */
export const listEvents = defineOperation({
  method: 'GET',
  path: '/w/{workspace_id}/events',
  role: 'agent',
  status: 200,
  paged: true,
  query: eventQuery,
  response: () => listResponse(listedEvent),
});
