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
  path: '/integrations',
  response: () => z.object({ data: z.array(integration) }),
  member: { role: 'agent' },
});

export const connectIntegration = defineOperation({
  method: 'POST',
  path: '/integrations/{tool}',
  status: 201,
  params: toolParams,
  body: newWebhook,
  returnsSecret: 'encryption',
  response: () => z.object({ data: createdConnection }),
  member: { role: 'admin', audit: 'integration.connected' },
});

export const updateIntegration = defineOperation({
  method: 'PATCH',
  path: '/integrations/{tool}/{id}',
  params: connectionParams,
  body: webhookChanges,
  response: () => z.object({ data: connection }),
  member: { role: 'admin', audit: 'integration.changed' },
});

export const disconnectIntegration = defineOperation({
  method: 'DELETE',
  path: '/integrations/{tool}/{id}',
  params: connectionParams,
  response: () => z.object({ data: z.object({ id: z.uuid(), disconnected: z.literal(true) }) }),
  member: { role: 'admin', audit: 'integration.disconnected' },
});

/** Sends `tool_a.test` or `tool_b.test`. The event never counts as a failure of the connection. */
export const testIntegration = defineOperation({
  method: 'POST',
  path: '/integrations/{tool}/{id}/tests',
  status: 202,
  params: connectionParams,
  response: () => z.object({ data: testDelivery }),
  member: { role: 'admin', audit: 'integration.tested' },
});

export const getIntegrationTest = defineOperation({
  method: 'GET',
  path: '/integrations/{tool}/{id}/tests/{event_id}',
  params: testParams,
  response: () => z.object({ data: testDelivery }),
  member: { role: 'agent' },
});
