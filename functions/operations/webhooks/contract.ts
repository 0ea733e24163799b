import * as z from 'zod/mini';
import { calls, manages, reads, writes } from '../../model/grant.ts';
import { idParams } from '../../model/id.ts';
import {
  createdWebhook,
  createdWebhookDetails,
  newWebhook,
  rotatedSecret,
  secretRotation,
  webhook,
  webhookChanges,
  webhookDetails,
} from '../../model/webhooks/webhook.ts';
import { defineOperation } from '../operation.ts';

const webhookResponse = () => z.object({ data: webhook });

export const createWebhook = defineOperation({
  method: 'POST',
  path: '/webhooks',
  status: 201,
  body: newWebhook,
  returnsSecret: 'encryption',
  response: () => z.object({ data: createdWebhook }),
  key: {
    access: 'webhooks:manage',
    grants: [
      ...calls('GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'),
      'secret:encryption',
      ...writes('workspace'),
      ...manages('webhook'),
    ],
  },
  member: { role: 'admin', audit: 'webhook.created' },
});

/** Lists the webhooks of every provider. A workspace has at most 50, so there are no pages. */
export const listWebhooks = defineOperation({
  method: 'GET',
  path: '/webhooks',
  // A workspace has at most 50, so there is never a second page.
  response: () => z.object({ data: z.array(webhook), meta: z.object({ next_cursor: z.null() }) }),
  key: { access: 'webhooks:manage', grants: [...calls('Query'), ...reads('delivery', 'webhook')] },
  member: { role: 'agent' },
});

export const getWebhook = defineOperation({
  method: 'GET',
  path: '/webhooks/{id}',
  params: idParams,
  response: webhookResponse,
  key: { access: 'webhooks:manage', grants: [...calls('GetItem', 'Query'), ...reads('delivery', 'webhook')] },
  member: { role: 'agent' },
});

export const updateWebhook = defineOperation({
  method: 'PATCH',
  path: '/webhooks/{id}',
  params: idParams,
  body: webhookChanges,
  response: webhookResponse,
  key: {
    access: 'webhooks:manage',
    grants: [...calls('GetItem', 'UpdateItem', 'ConditionCheckItem'), ...writes('workspace'), ...manages('webhook')],
  },
  member: { role: 'admin', audit: 'webhook.changed' },
});

export const deleteWebhook = defineOperation({
  method: 'DELETE',
  path: '/webhooks/{id}',
  params: idParams,
  response: () => z.object({ data: z.object({ id: z.uuid(), deleted: z.literal(true) }) }),
  key: {
    access: 'webhooks:manage',
    grants: [...calls('UpdateItem', 'DeleteItem'), ...writes('formerWebhook', 'webhook', 'workspace')],
  },
  member: { role: 'admin', audit: 'webhook.deleted' },
});

export const rotateWebhookSecret = defineOperation({
  method: 'POST',
  path: '/webhooks/{id}/rotate-secret',
  params: idParams,
  body: secretRotation,
  isBodyOptional: true,
  returnsSecret: 'encryption',
  response: () => z.object({ data: rotatedSecret }),
  key: {
    access: 'webhooks:manage',
    grants: [...calls('GetItem', 'UpdateItem'), 'secret:encryption', ...manages('webhook')],
  },
  member: { role: 'admin', audit: 'webhook.secret_rotated' },
});

/** Where members send or see something else than keys. */
export const forMembers = {
  createWebhook: { response: () => z.object({ data: createdWebhookDetails }) },
  listWebhooks: { response: () => z.object({ data: z.array(webhookDetails) }) },
  getWebhook: { response: () => z.object({ data: webhookDetails }) },
  updateWebhook: { response: () => z.object({ data: webhookDetails }) },
};
