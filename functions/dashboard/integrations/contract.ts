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
  method: 'GET',
  path: '/w/{workspace_id}/integrations',
  role: 'agent',
  status: 200,
  response: () => z.object({ data: z.array(integration) }),
});

export const connectIntegration = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/integrations/{tool}',
  role: 'admin',
  audit: 'integration.connected',
  status: 201,
  returnsSecret: 'encryption',
  params: toolParams,
  body: newWebhook,
  response: () => z.object({ data: createdConnection }),
});

export const updateIntegration = defineOperation({
  method: 'PATCH',
  path: '/w/{workspace_id}/integrations/{tool}/{id}',
  role: 'admin',
  audit: 'integration.changed',
  status: 200,
  params: connectionParams,
  body: webhookChanges,
  response: () => z.object({ data: connection }),
});

export const disconnectIntegration = defineOperation({
  method: 'DELETE',
  path: '/w/{workspace_id}/integrations/{tool}/{id}',
  role: 'admin',
  audit: 'integration.disconnected',
  status: 200,
  params: connectionParams,
  response: () => z.object({ data: z.object({ id: z.uuid(), disconnected: z.literal(true) }) }),
});

/** Sends `tool_a.test` or `tool_b.test`. The event never counts as a failure of the connection. */
export const testIntegration = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/integrations/{tool}/{id}/tests',
  role: 'admin',
  audit: 'integration.tested',
  status: 202,
  params: connectionParams,
  response: () => z.object({ data: testDelivery }),
});

export const getIntegrationTest = defineOperation({
  method: 'GET',
  path: '/w/{workspace_id}/integrations/{tool}/{id}/tests/{event_id}',
  role: 'agent',
  status: 200,
  params: testParams,
  response: () => z.object({ data: testDelivery }),
});
