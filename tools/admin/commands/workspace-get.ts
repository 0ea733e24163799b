import { defineCommand } from '../command.ts';
import { workspaceId } from './workspace-parameters.ts';
import { showWorkspace } from './workspace-view.ts';

export const workspaceGet = defineCommand({
  words: ['workspace', 'get'],
  summary: 'Shows a workspace.',
  operands: { id: workspaceId },
  options: {},
  example: '0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123',
  run: async ({ id }) => {
    const { getWorkspace } = await import('../../../functions/domain/workspaces/workspaces.ts');
    return await getWorkspace(id);
  },
  show: showWorkspace,
});
