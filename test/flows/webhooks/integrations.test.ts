import { describe, expect, it } from 'vitest';
import {
  connectIntegration,
  disconnectIntegration,
  listIntegrations,
  testConnection,
  updateIntegration,
} from '../../../functions/domain/webhooks/integrations.ts';
import type { Tool } from '../../../functions/model/webhooks/integration.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { queryWebhooks } from '../../../functions/table/webhooks/webhooks.ts';
import { makeWorkspace } from '../../support/client.ts';
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

describe('a connection', () => {
  it('a connection is changed, tested and disconnected by its tool and workspace only', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const { id: otherWorkspaceId } = await makeWorkspace();
    const { id } = await connect(workspaceId, 'tool_a', 'Olivia Owner');
    const { id: apiWebhookId } = await makeWebhook(workspaceId);
    const foreign: [string, Tool, string][] = [
      [workspaceId, 'tool_b', id],
      [otherWorkspaceId, 'tool_a', id],
      [workspaceId, 'tool_a', apiWebhookId],
    ];
    const notFound = { code: 'not_found' };
    for (const [workspace, tool, webhookId] of foreign) {
      const update = updateIntegration(workspace, tool, webhookId, { is_active: false });
      await expect(update).rejects.toMatchObject(notFound);
      await expect(testConnection(workspace, tool, webhookId)).rejects.toMatchObject(notFound);
      await expect(disconnectIntegration(workspace, tool, webhookId)).rejects.toMatchObject(notFound);
    }
    expect((await queryWebhooks(workspaceId)).map(({ is_active }) => is_active)).toEqual([true, true]);
    expect(await updateIntegration(workspaceId, 'tool_a', id, { is_active: false })).toMatchObject({
      is_active: false,
      created_by: 'Olivia Owner',
    });
    expect(await disconnectIntegration(workspaceId, 'tool_a', id)).toEqual({ id, disconnected: true });
    await expect(testConnection(workspaceId, 'tool_a', id)).rejects.toMatchObject(notFound);
    expect((await queryWebhooks(workspaceId)).map((webhook) => webhook.id)).toEqual([apiWebhookId]);
  });
});
