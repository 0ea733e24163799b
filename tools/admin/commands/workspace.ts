import { type Command, Option } from 'commander';
import * as z from 'zod';
import { readAllPages } from '../../../functions/domain/paging.ts';
import { formatKeywords } from '../../../functions/model/contacts/consent-keywords.ts';
import type { Workspace } from '../../../functions/model/workspaces/workspace.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { formatFields, formatTable } from '../../terminal/layout.ts';
import { exampleHelp, exampleIds } from '../command-text.ts';
import type { Run, Screen } from '../run.ts';
import { country, id, keywords, name, quota } from '../values.ts';

const loadVerbs = () => import('../../../functions/domain/workspaces/workspaces.ts');

export const addWorkspaceCommands = (program: Command, run: Run): void => {
  const workspace = program
    .command('workspace')
    .description("A customer's company: its country, plan and subscription.");
  addCreate(workspace, run);
  addList(workspace, run);
  addGet(workspace, run);
  addUpdate(workspace, run);
};

const workspaceId = ['<workspace-id>', 'The workspace.'] as const;

const countryOption = ['--country <code>', 'ISO 3166 country in which local phone numbers are read.'] as const;

const addCreate = (workspace: Command, run: Run): void => {
  workspace
    .command('create')
    .description('Create a workspace, with an active subscription and no message limit.')
    .requiredOption('--name <name>', "The company's name, 1 to 200 characters.")
    .requiredOption(...countryOption)
    .addHelpText('after', exampleHelp('workspace create --name "Acme GmbH" --country DE'))
    .action(
      run(
        // The id is chosen first, so the audit entry can be written before the act.
        z.object({ name: name(200), country }).transform((input) => ({ ...input, workspaceId: newId() })),
        async (input) => (await loadVerbs()).createWorkspace(input.name, input.country, input.workspaceId),
        showWorkspace,
      ),
    );
};

const addList = (workspace: Command, run: Run): void => {
  workspace
    .command('list')
    .description('List all workspaces, newest first.')
    .addHelpText('after', exampleHelp('workspace list'))
    .action(run(z.object({}), listAllWorkspaces, showWorkspaces));
};

const listAllWorkspaces = async (): Promise<Workspace[]> => readAllPages((await loadVerbs()).listWorkspaces, 100);

const addGet = (workspace: Command, run: Run): void => {
  workspace
    .command('get')
    .description('Show a workspace.')
    .argument(...workspaceId)
    .addHelpText('after', exampleHelp(`workspace get ${exampleIds.workspace}`))
    .action(
      run(
        z.object({ workspaceId: id }),
        async (input) => (await loadVerbs()).getWorkspace(input.workspaceId),
        showWorkspace,
      ),
    );
};

const addUpdate = (workspace: Command, run: Run): void => {
  workspace
    .command('update')
    .description("Change a workspace's plan, subscription, country or keywords; the rest stays as it is.")
    .argument(...workspaceId)
    .option('--messages-per-month <n|none>', 'Messages that the plan includes per calendar month; none is no limit.')
    .addOption(
      new Option('--subscription <state>', 'With a lapsed subscription the API still reads but does not send.').choices(
        ['active', 'lapsed'],
      ),
    )
    .option(...countryOption)
    .option(
      '--opt-out-keywords <words|default|none>',
      'Words, with commas between them, that opt a customer out of broadcasts when they write nothing else.',
    )
    .option('--opt-in-keywords <words|default|none>', 'Words that opt a customer in again.')
    .addHelpText(
      'after',
      exampleHelp(`workspace update ${exampleIds.workspace} --messages-per-month 10000 --subscription active`),
    )
    .action(
      run(
        z
          .object({
            workspaceId: id,
            messagesPerMonth: quota.optional(),
            subscription: z.enum(['active', 'lapsed']).optional(),
            country: country.optional(),
            optOutKeywords: keywords.optional(),
            optInKeywords: keywords.optional(),
          })
          .refine(
            hasChanges,
            'Name at least one change: --messages-per-month, --subscription, --country, --opt-out-keywords or ' +
              '--opt-in-keywords.',
          ),
        async ({ workspaceId, messagesPerMonth, subscription, country, optOutKeywords, optInKeywords }) =>
          (await loadVerbs()).updateWorkspace(workspaceId, {
            subscription,
            default_country: country,
            messages_per_month: messagesPerMonth,
            opt_out_keywords: optOutKeywords,
            opt_in_keywords: optInKeywords,
          }),
        showWorkspace,
      ),
    );
};

const hasChanges = ({ workspaceId, ...changes }: Record<string, unknown>): boolean =>
  Object.values(changes).some((value) => value !== undefined);

const showWorkspace = (workspace: Workspace): string => formatFields(toRow(workspace));

const showWorkspaces = (workspaces: readonly Workspace[], { width }: Screen): string =>
  workspaces.length === 0 ? 'There are no workspaces.' : formatTable(workspaces.map(toRow), columns, width);

const columns = ['id', 'name', 'subscription', 'messages_per_month', 'default_country', 'created_at'] as const;

const toRow = (workspace: Workspace) => ({
  ...workspace,
  messages_per_month: workspace.messages_per_month ?? 'no limit',
  opt_out_keywords: formatKeywords(workspace.opt_out_keywords),
  opt_in_keywords: formatKeywords(workspace.opt_in_keywords),
});
