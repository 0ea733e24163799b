import { defineCommand } from '../command.ts';
import { showWebhooks } from './webhook-view.ts';
import { workspaceId } from './workspace-parameters.ts';

export const webhookList = defineCommand({
  words: ['webhook', 'list'],
  summary: "Lists a workspace's webhook endpoints, newest first, without secrets.",
  operands: {},
  options: { workspace: workspaceId },
  example: '--workspace 0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123',
  run: async ({ workspace }) => {
    const { getStoredWorkspace } = await import('../../../functions/domain/workspaces/workspaces.ts');
    const { listWebhooks } = await import('../../../functions/domain/webhooks/webhooks.ts');
    await getStoredWorkspace(workspace);
    return (await listWebhooks(workspace)).items;
  },
  show: showWebhooks,
});
