import * as z from 'zod/mini';
import {
  connection,
  connectionParams,
  createdConnection,
  integration,
  testDelivery,
  testParams,
  toolParams,
} from '../../model/webhooks/integration.ts';
import { newWebhook, webhookChanges } from '../../model/webhooks/webhook.ts';
import { defineOperation } from '../operation.ts';

export const listIntegrations = defineOperation({
  operationId: 'listIntegrations',
  method: 'GET',
  path: '/w/{workspace_id}/integrations',
  role: 'agent',
  grants: ['table:Query'],
  status: 200,
  response: () => z.object({ data: z.array(integration) }),
});

export const connectIntegration = defineOperation({
  operationId: 'connectIntegration',
  method: 'POST',
  path: '/w/{workspace_id}/integrations/{tool}',
  role: 'admin',
  audit: 'integration.connected',
  grants: ['table:GetItem', 'table:PutItem', 'table:UpdateItem', 'secret:encryption'],
  status: 201,
  returnsSecret: true,
  params: toolParams,
  body: newWebhook,
  response: () => z.object({ data: createdConnection }),
});

export const updateIntegration = defineOperation({
  operationId: 'updateIntegration',
  method: 'PATCH',
  path: '/w/{workspace_id}/integrations/{tool}/{id}',
  role: 'admin',
  audit: 'integration.changed',
  grants: ['table:GetItem', 'table:UpdateItem'],
  status: 200,
  params: connectionParams,
  body: webhookChanges,
  response: () => z.object({ data: connection }),
});

export const disconnectIntegration = defineOperation({
  operationId: 'disconnectIntegration',
  method: 'DELETE',
  path: '/w/{workspace_id}/integrations/{tool}/{id}',
  role: 'admin',
  audit: 'integration.disconnected',
  grants: ['table:GetItem', 'table:UpdateItem', 'table:DeleteItem'],
  status: 200,
  params: connectionParams,
  response: () => z.object({ data: z.object({ id: z.uuid(), disconnected: z.literal(true) }) }),
});

/** Sends `tool_a.test` or `tool_b.test`. The event never counts as a failure of the connection. */
export const testIntegration = defineOperation({
  operationId: 'testIntegration',
  method: 'POST',
  path: '/w/{workspace_id}/integrations/{tool}/{id}/tests',
  role: 'admin',
  audit: 'integration.tested',
  grants: ['table:GetItem', 'table:UpdateItem'],
  status: 202,
  params: connectionParams,
  response: () => z.object({ data: testDelivery }),
});

export const getIntegrationTest = defineOperation({
  operationId: 'getIntegrationTest',
  method: 'GET',
  path: '/w/{workspace_id}/integrations/{tool}/{id}/tests/{event_id}',
  role: 'agent',
  grants: ['table:GetItem'],
  status: 200,
  params: testParams,
  response: () => z.object({ data: testDelivery }),
});
