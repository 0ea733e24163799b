import type { Command } from 'commander';
import * as z from 'zod';
import { formatFields, formatTable } from '../../terminal/layout.ts';
import { exampleHelp, exampleIds, workspaceOption } from '../command-text.ts';
import type { Run } from '../run.ts';
import { id } from '../values.ts';

const loadVerbs = () => import('../../../functions/domain/templates/templates.ts');

export const addTemplateCommands = (program: Command, run: Run): void => {
  const template = program.command('template').description('Message templates that msgapp has approved.');
  addSync(template, run);
  addList(template, run);
};

const addSync = (template: Command, run: Run): void => {
  template
    .command('sync')
    .description('Fetch all template definitions from msgapp and remove those it no longer has.')
    .requiredOption(...workspaceOption)
    .addHelpText('after', exampleHelp(`template sync --workspace ${exampleIds.workspace}`))
    .action(
      run(
        z.object({ workspace: id }),
        async ({ workspace }) => (await loadVerbs()).syncTemplates(workspace),
        formatFields,
      ),
    );
};

const addList = (template: Command, run: Run): void => {
  template
    .command('list')
    .description('List the stored templates; a problem says why a send cannot use one.')
    .requiredOption(...workspaceOption)
    .addHelpText('after', exampleHelp(`template list --workspace ${exampleIds.workspace}`))
    .action(
      run(
        z.object({ workspace: id }),
        async ({ workspace }) => (await loadVerbs()).listStoredTemplates(workspace),
        (templates, { width }) =>
          templates.length === 0
            ? 'No templates are stored; fetch them with template sync.'
            : formatTable(templates, ['name', 'language', 'status', 'category', 'synced_at', 'problem'], width),
      ),
    );
};
