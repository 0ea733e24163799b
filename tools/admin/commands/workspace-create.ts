import { defineCommand } from '../command.ts';
import { country, workspaceName } from './workspace-parameters.ts';
import { showWorkspace } from './workspace-view.ts';

export const workspaceCreate = defineCommand({
  words: ['workspace', 'create'],
  summary: 'Creates a workspace, with an active subscription and no message limit.',
  operands: {},
  options: { name: workspaceName, country: { ...country, required: true } },
  example: '--name "Acme GmbH" --country DE',
  run: async (input) => {
    const { createWorkspace } = await import('../../../functions/domain/workspaces/workspaces.ts');
    return await createWorkspace(input.name, input.country);
  },
  show: showWorkspace,
});
