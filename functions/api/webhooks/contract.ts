import * as z from 'zod/mini';
import { reads, writes } from '../../model/grant.ts';
import { idParams } from '../../model/id.ts';
import {
  createdWebhook,
  newWebhook,
  rotatedSecret,
  secretRotation,
  webhook,
  webhookChanges,
} from '../../model/webhooks/webhook.ts';
import { defineEndpoint } from '../endpoint.ts';

const webhookResponse = () => z.object({ data: webhook });

export const createWebhook = defineEndpoint({
  operationId: 'createWebhook',
  method: 'POST',
  path: '/webhooks',
  summary: 'Create a webhook',
  access: 'webhooks:manage',
  grants: [
    'table:GetItem',
    'table:PutItem',
    'table:UpdateItem',
    'secret:encryption',
    ...reads('webhook'),
    ...writes('webhook', 'workspace'),
  ],
  status: 201,
  returnsSecret: true,
  body: newWebhook,
  response: () => z.object({ data: createdWebhook }),
});

export const listWebhooks = defineEndpoint({
  operationId: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  summary: 'List webhooks',
  access: 'webhooks:manage',
  grants: ['table:Query', ...reads('webhook')],
  status: 200,
  // A workspace has at most 50, so there is never a second page.
  response: () => z.object({ data: z.array(webhook), meta: z.object({ next_cursor: z.null() }) }),
});

export const getWebhook = defineEndpoint({
  operationId: 'getWebhook',
  method: 'GET',
  path: '/webhooks/{id}',
  summary: 'Get a webhook',
  access: 'webhooks:manage',
  grants: ['table:GetItem', ...reads('webhook')],
  status: 200,
  params: idParams,
  response: webhookResponse,
});

export const updateWebhook = defineEndpoint({
  operationId: 'updateWebhook',
  method: 'PATCH',
  path: '/webhooks/{id}',
  summary: 'Update a webhook',
  access: 'webhooks:manage',
  grants: ['table:GetItem', 'table:UpdateItem', ...reads('webhook'), ...writes('webhook')],
  status: 200,
  params: idParams,
  body: webhookChanges,
  response: webhookResponse,
});

export const deleteWebhook = defineEndpoint({
  operationId: 'deleteWebhook',
  method: 'DELETE',
  path: '/webhooks/{id}',
  summary: 'Delete a webhook',
  access: 'webhooks:manage',
  grants: ['table:UpdateItem', 'table:DeleteItem', ...writes('formerWebhook', 'webhook', 'workspace')],
  status: 200,
  params: idParams,
  response: () => z.object({ data: z.object({ id: z.uuid(), deleted: z.literal(true) }) }),
});

export const rotateWebhookSecret = defineEndpoint({
  operationId: 'rotateWebhookSecret',
  method: 'POST',
  path: '/webhooks/{id}/rotate-secret',
  summary: 'Rotate the secret of a webhook',
  access: 'webhooks:manage',
  grants: ['table:GetItem', 'table:UpdateItem', 'secret:encryption', ...reads('webhook'), ...writes('webhook')],
  status: 200,
  returnsSecret: true,
  params: idParams,
  body: secretRotation,
  isBodyOptional: true,
  response: () => z.object({ data: rotatedSecret }),
});
