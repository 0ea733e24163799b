import { defineCommand } from '../command.ts';
import { formatFields } from '../layout.ts';
import { workspaceId } from './workspace-parameters.ts';

export const templateSync = defineCommand({
  words: ['template', 'sync'],
  summary: 'Fetches the definitions of all templates from msgapp, and forgets those that it no longer has.',
  operands: {},
  options: { workspace: workspaceId },
  example: '--workspace 0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123',
  run: async ({ workspace }) => {
    const { syncTemplates } = await import('../../../functions/domain/templates/templates.ts');
    return syncTemplates(workspace);
  },
  show: formatFields,
});
