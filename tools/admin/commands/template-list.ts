import { defineCommand } from '../command.ts';
import { formatTable } from '../layout.ts';
import { workspaceId } from './workspace-parameters.ts';

export const templateList = defineCommand({
  words: ['template', 'list'],
  summary: 'Lists the stored templates of a workspace; a problem is why a send cannot use one.',
  operands: {},
  options: { workspace: workspaceId },
  example: '--workspace 0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123',
  run: async ({ workspace }) => {
    const { listStoredTemplates } = await import('../../../functions/domain/templates/templates.ts');
    return listStoredTemplates(workspace);
  },
  show: (templates) =>
    templates.length === 0
      ? 'No templates are stored; fetch them with template sync.'
      : formatTable(templates, ['name', 'language', 'status', 'category', 'synced_at', 'problem']),
});
