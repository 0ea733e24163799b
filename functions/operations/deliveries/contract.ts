import * as z from 'zod/mini';
import {
  deliveryDetails,
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
import { calls, manages, reads } from '../../model/grant.ts';
import { idParams } from '../../model/id.ts';
import { listResponse } from '../../model/page.ts';
import { testDelivery, testRequest } from '../../model/webhooks/integration.ts';
import { defineOperation } from '../operation.ts';

export const listDeliveries = defineOperation({
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  paged: true,
  params: idParams,
  query: deliveryQuery,
  response: () => listResponse(listedDelivery),
  key: {
    access: 'webhooks:manage',
    grants: [...calls('GetItem', 'Query'), ...reads('delivery', 'webhook')],
  },
  member: { role: 'agent' },
});

export const getDelivery = defineOperation({
  method: 'GET',
  path: '/webhooks/{id}/deliveries/{event_id}',
  params: deliveryParams,
  response: () => z.object({ data: deliveryDetails }),
  key: { access: 'webhooks:manage', grants: [...calls('GetItem'), ...reads('delivery', 'webhook')] },
  member: { role: 'agent' },
});

export const redeliverEvent = defineOperation({
  method: 'POST',
  path: '/webhooks/{id}/deliveries/{event_id}/redeliver',
  status: 202,
  params: deliveryParams,
  response: () => z.object({ data: listedDelivery }),
  key: {
    access: 'webhooks:manage',
    grants: [...calls('GetItem', 'UpdateItem'), ...reads('webhook'), ...manages('delivery')],
  },
  member: { role: 'admin', audit: 'delivery.redelivered' },
});

/** Goes back in time from the newest event. Until `next_cursor` is null, the next call continues from there. */
export const recoverEvents = defineOperation({
  method: 'POST',
  path: '/webhooks/{id}/recover',
  status: 202,
  params: idParams,
  body: recoveryRequest,
  response: () => z.object({ data: recovery, meta: z.object({ next_cursor: z.nullable(z.string()) }) }),
  key: {
    access: 'webhooks:manage',
    grants: [...calls('GetItem', 'Query', 'UpdateItem'), ...reads('webhook'), ...manages('delivery')],
  },
  member: { role: 'admin', audit: 'delivery.recovered' },
});

/** Sends one of the webhook's events with a made-up payload. Its failure never counts against the webhook. */
export const testWebhook = defineOperation({
  method: 'POST',
  path: '/webhooks/{id}/test',
  status: 202,
  params: idParams,
  body: testRequest,
  response: () => z.object({ data: testDelivery }),
  member: { role: 'admin', audit: 'webhook.tested' },
});

export const getWebhookHealth = defineOperation({
  method: 'GET',
  path: '/webhooks/{id}/health',
  params: idParams,
  response: () => z.object({ data: webhookHealth }),
  member: { role: 'agent' },
});

/** Counts the events that a recovery since that time would send. */
export const countRecoverable = defineOperation({
  method: 'GET',
  path: '/webhooks/{id}/recoverable',
  params: idParams,
  query: recoveryQuery,
  response: () => z.object({ data: recoverableCount }),
  member: { role: 'agent' },
});

/** Lists the events of all webhooks, newest first. A page has at most 20; a shorter one may have a next page. */
export const listEvents = defineOperation({
  method: 'GET',
  path: '/events',
  paged: true,
  query: eventQuery,
  response: () => listResponse(listedEvent),
  member: { role: 'agent' },
});

/** Where members send or see something else than keys. */
export const forMembers = {
  listDeliveries: { response: () => listResponse(loggedDelivery) },
  getDelivery: { response: () => z.object({ data: loggedDeliveryDetails }) },
};
