import { describe, expect, it } from 'vitest';
import {
  connectIntegration,
  disconnectIntegration,
  getConnectionTest,
  listIntegrations,
  updateIntegration,
} from '../../../functions/domain/webhooks/integrations.ts';
import type { Tool } from '../../../functions/model/webhooks/integration.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { queryDeliveries } from '../../../functions/table/deliveries/query-deliveries.ts';
import { queryWebhooks } from '../../../functions/table/webhooks/webhooks.ts';
import { makeWorkspace } from '../../support/client.ts';
import { postContact } from '../../support/contacts.ts';
import { startReceiver } from '../../support/network/receiver.ts';
import { makeWebhook, publicUrl } from '../../support/webhooks.ts';

const input = { url: publicUrl, events: ['contact.created' as const] };

const connect = (workspaceId: string, tool: Tool, createdBy?: string) =>
  connectIntegration(workspaceId, newId(), tool, input, createdBy);

it('the list has every tool with its own connections, newest first, without secrets or webhooks of the API', async () => {
  const { id: workspaceId } = await makeWorkspace();
  await makeWebhook(workspaceId);
  const { secret: _, ...first } = await connect(workspaceId, 'tool_a', 'Olivia Owner');
  const { secret: __, ...second } = await connect(workspaceId, 'tool_a');
  expect([first.created_by, second.created_by]).toEqual(['Olivia Owner', null]);
  expect(first).not.toHaveProperty('provider');
  expect(await listIntegrations(workspaceId)).toEqual([
    { tool: 'tool_a', connections: [second, first] },
    { tool: 'tool_b', connections: [] },
  ]);
});

it('a repeated call with the same id returns the same connection and secret', async () => {
  const { id: workspaceId } = await makeWorkspace();
  const id = newId();
  const first = await connectIntegration(workspaceId, id, 'tool_b', input, 'Adam Admin');
  expect(first.secret).toMatch(/^whsec_/);
  expect(await connectIntegration(workspaceId, id, 'tool_b', input, 'Adam Admin')).toEqual(first);
  expect(await queryWebhooks(workspaceId)).toHaveLength(1);
});

describe('a connection', () => {
  it('a connection is changed and disconnected by its tool and workspace only', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const { id: otherWorkspaceId } = await makeWorkspace();
    const { id } = await connect(workspaceId, 'tool_a', 'Olivia Owner');
    const { id: apiWebhookId } = await makeWebhook(workspaceId);
    const foreign: [string, Tool, string][] = [
      [workspaceId, 'tool_b', id],
      [otherWorkspaceId, 'tool_a', id],
      [workspaceId, 'tool_a', apiWebhookId],
    ];
    for (const [workspace, tool, webhookId] of foreign) {
      await expect(updateIntegration(workspace, tool, webhookId, { is_active: false })).rejects.toMatchObject({
        code: 'not_found',
      });
      await expect(disconnectIntegration(workspace, tool, webhookId)).rejects.toMatchObject({ code: 'not_found' });
    }
    expect((await queryWebhooks(workspaceId)).map(({ is_active }) => is_active)).toEqual([true, true]);
    expect(await updateIntegration(workspaceId, 'tool_a', id, { is_active: false })).toMatchObject({
      is_active: false,
      created_by: 'Olivia Owner',
    });
    expect(await disconnectIntegration(workspaceId, 'tool_a', id)).toEqual({ id, disconnected: true });
    expect((await queryWebhooks(workspaceId)).map((webhook) => webhook.id)).toEqual([apiWebhookId]);
  });

  it('a delivery of an ordinary event is no test event', async () => {
    const { url } = await startReceiver();
    const { id: workspaceId, key } = await makeWorkspace();
    const { id } = await connectIntegration(workspaceId, newId(), 'tool_a', { ...input, url });
    await postContact(key, { phone: '+4915112345678' });
    const newest = { statuses: ['delivered' as const], sinceMs: 0, limit: 1, after: undefined };
    await expect.poll(async () => (await queryDeliveries(id, newest)).items.length).toBe(1);
    const [delivery] = (await queryDeliveries(id, newest)).items;
    await expect(getConnectionTest(workspaceId, 'tool_a', id, String(delivery?.event.id))).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
