import type { Command } from 'commander';
import * as z from 'zod';
import { readAllPages } from '../../../functions/domain/paging.ts';
import { formatKeywords } from '../../../functions/model/contacts/consent-keywords.ts';
import type { Workspace } from '../../../functions/model/workspaces/workspace.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { formatFields, formatTable } from '../../terminal/layout.ts';
import { placeholderIds } from '../command-text.ts';
import type { Run, Screen } from '../run.ts';
import { country, id, keywords, name, quota, timeZone } from '../values.ts';
import { addNoun, argument, option, required, verb } from '../verb.ts';

const loadVerbs = () => import('../../../functions/domain/workspaces/workspaces.ts');

const workspaceId = argument('The workspace.', id);

const countryHelp = 'ISO 3166 country in which local phone numbers are read.';
const quotaHelp = 'Messages that the plan includes per calendar month; none is no limit.';
const optOutHelp =
  'Words, with commas between them, that opt a customer out of broadcasts when they write nothing else.';

const moreEventsHelp = 'Whether webhooks can subscribe to all events instead of the four basic ones.';

const hasChanges = ({ workspaceId, ...changes }: Record<string, unknown>): boolean =>
  Object.values(changes).some((value) => value !== undefined);

const noChange =
  'Name at least one change: --messages-per-month, --subscription, --country, --time-zone, --opt-out-keywords, --opt-in-keywords or --more-events.';

export const addWorkspaceCommands = (program: Command, run: Run): Command =>
  addNoun(program, run, 'workspace', "A customer's company: its country, plan and subscription.", [
    verb('create', 'Create a workspace, with an active subscription and no message limit.', {
      input: {
        name: required('<name>', "The company's name, 1 to 200 characters.", name(200)),
        country: required('<code>', countryHelp, country),
        // Chosen first, so the audit entry can be written before the act.
        workspaceId: z.string().default(() => newId()),
      },
      example: '--name "Acme GmbH" --country DE',
      act: async (input) => (await loadVerbs()).createWorkspace(input.name, input.country, input.workspaceId),
      show: showWorkspace,
    }),
    verb('list', 'List all workspaces, newest first.', {
      act: async () => readAllPages((await loadVerbs()).listWorkspaces, 100),
      show: showWorkspaces,
    }),
    verb('get', 'Show a workspace.', {
      input: { workspaceId },
      example: placeholderIds.workspace,
      act: async (input) => (await loadVerbs()).getWorkspace(input.workspaceId),
      show: showWorkspace,
    }),
    verb('update', "Change a workspace's plan, subscription, country, time zone or keywords. The rest stays.", {
      input: {
        workspaceId,
        messagesPerMonth: option('<n|none>', quotaHelp, quota.optional()),
        subscription: option(
          '<state>',
          'With a lapsed subscription the API still reads but does not send.',
          z.enum(['active', 'lapsed']).optional(),
        ),
        country: option('<code>', countryHelp, country.optional()),
        timeZone: option('<zone>', 'IANA time zone of the company, such as Europe/Berlin.', timeZone.optional()),
        optOutKeywords: option('<words|default|none>', optOutHelp, keywords.optional()),
        optInKeywords: option('<words|default|none>', 'Words that opt a customer in again.', keywords.optional()),
        moreEvents: option('<on|off>', moreEventsHelp, z.enum(['on', 'off']).optional()),
      },
      check: [hasChanges, noChange],
      example: `${placeholderIds.workspace} --messages-per-month 10000 --subscription active`,
      act: updateWorkspace,
      show: showWorkspace,
    }),
  ]);

interface WorkspaceInput {
  workspaceId: string;
  messagesPerMonth?: number | null | undefined;
  subscription?: Workspace['subscription'] | undefined;
  country?: string | undefined;
  timeZone?: string | undefined;
  optOutKeywords?: string[] | null | undefined;
  optInKeywords?: string[] | null | undefined;
  moreEvents?: 'on' | 'off' | undefined;
}

/** More events come first, because turning them off can be refused. */
const updateWorkspace = async ({ workspaceId, moreEvents, ...input }: WorkspaceInput): Promise<Workspace> => {
  const { setMoreEvents } = await import('../../../functions/domain/workspaces/more-events.ts');
  const changed = moreEvents && (await setMoreEvents(workspaceId, moreEvents === 'on'));
  const changes = {
    subscription: input.subscription,
    default_country: input.country,
    time_zone: input.timeZone,
    messages_per_month: input.messagesPerMonth,
    opt_out_keywords: input.optOutKeywords,
    opt_in_keywords: input.optInKeywords,
  };
  return changed && !hasChanges(changes) ? changed : (await loadVerbs()).updateWorkspace(workspaceId, changes);
};

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
