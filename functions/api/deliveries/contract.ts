import * as z from 'zod/mini';
import {
  deliveryDetails,
  deliveryParams,
  deliveryQuery,
  listedDelivery,
  recovery,
  recoveryRequest,
} from '../../model/deliveries/delivery-log.ts';
import { reads, writes } from '../../model/grant.ts';
import { idParams } from '../../model/id.ts';
import { listResponse } from '../../model/page.ts';
import { testRequest } from '../../model/webhooks/integration.ts';
import { defineEndpoint } from '../endpoint.ts';

export const listDeliveries = defineEndpoint({
  operationId: 'listDeliveries',
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  summary: 'List deliveries to a webhook',
  access: 'webhooks:manage',
  grants: ['table:GetItem', 'table:Query', ...reads('delivery', 'webhook')],
  status: 200,
  paged: true,
  params: idParams,
  query: deliveryQuery,
  response: () => listResponse(listedDelivery),
});

export const getDelivery = defineEndpoint({
  operationId: 'getDelivery',
  method: 'GET',
  path: '/webhooks/{id}/deliveries/{event_id}',
  summary: 'Get a delivery',
  access: 'webhooks:manage',
  grants: ['table:GetItem', ...reads('delivery', 'webhook')],
  status: 200,
  params: deliveryParams,
  response: () => z.object({ data: deliveryDetails }),
});

export const redeliverEvent = defineEndpoint({
  operationId: 'redeliverEvent',
  method: 'POST',
  path: '/webhooks/{id}/deliveries/{event_id}/redeliver',
  summary: 'Deliver an event again',
  access: 'webhooks:manage',
  grants: ['table:GetItem', 'table:UpdateItem', ...reads('delivery', 'webhook'), ...writes('delivery')],
  status: 202,
  params: deliveryParams,
  response: () => z.object({ data: listedDelivery }),
});

export const recoverEvents = defineEndpoint({
  operationId: 'recoverEvents',
  method: 'POST',
  path: '/webhooks/{id}/recover',
  summary: 'Deliver lost events again',
  access: 'webhooks:manage',
  grants: ['table:GetItem', 'table:Query', 'table:UpdateItem', ...reads('delivery', 'webhook'), ...writes('delivery')],
  status: 202,
  params: idParams,
  body: recoveryRequest,
  response: () => z.object({ data: recovery, meta: z.object({ next_cursor: z.nullable(z.string()) }) }),
});

/** Sends one of the webhook's events with a made-up payload. Its failure never counts against the webhook. */
export const testWebhook = defineEndpoint({
  operationId: 'testWebhook',
  method: 'POST',
  path: '/webhooks/{id}/test',
  summary: 'Send a test event',
  access: 'webhooks:manage',
  grants: ['table:GetItem', 'table:UpdateItem', ...reads('webhook'), ...writes('delivery')],
  status: 202,
  params: idParams,
  body: testRequest,
  response: () => z.object({ data: listedDelivery }),
});
