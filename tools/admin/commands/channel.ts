import type { Command } from 'commander';
import * as z from 'zod';
import type { ConnectedAccount } from '../../../functions/domain/channels/connect.ts';
import { channelApiVersion, channelHosts } from '../../../functions/model/channels/account.ts';
import { channels } from '../../../functions/model/channels/channel.ts';
import { formatFields, formatTable } from '../../terminal/layout.ts';
import { usageError } from '../admin-error.ts';
import { exampleHelp, exampleIds, workspaceOption } from '../command-text.ts';
import type { Io, Run, Screen } from '../run.ts';
import { accountId, apiVersion, baseUrl, count, id, readSecret } from '../values.ts';

const loadVerbs = () => import('../../../functions/domain/channels/connect.ts');

export const addChannelCommands = (program: Command, run: Run): void => {
  const channel = program.command('channel').description("A workspace's accounts on msgapp, social and web chat.");
  const connect = channel
    .command('connect')
    .description('Connect an account on msgapp, social or web; it replaces the account before.')
    .usage('<channel> [options]');
  addConnectMsgapp(connect, run);
  addConnectSocial(connect, run);
  addConnectWeb(connect, run);
  addDisconnect(channel, run);
  addList(channel, run);
};

const emptyToken = 'must not be empty.';

const connectionInput = z.object({
  workspace: id,
  accessToken: z.string().trim().min(1, emptyToken),
  baseUrl: baseUrl.optional(),
  apiVersion: apiVersion.default(channelApiVersion),
});

const addConnectionOptions = (command: Command, host: string): Command =>
  command
    .requiredOption(...workspaceOption)
    .requiredOption('--access-token <token|->', 'The access token; - reads it from stdin. It is never shown again.')
    .option('--base-url <url>', `Where the channel is (default: ${host}).`)
    .option('--api-version <version>', `Version of the channel API (default: ${channelApiVersion}).`);

const toConnection = async (input: z.output<typeof connectionInput>, host: string, io: Io) => {
  const access_token = await readSecret(input.accessToken, 'token', io);
  if (access_token === '') throw usageError(`--access-token ${emptyToken}`);
  return { access_token, base_url: input.baseUrl ?? host, api_version: input.apiVersion };
};

const addConnectMsgapp = (connect: Command, run: Run): void => {
  addConnectionOptions(connect.command('msgapp').description('Connect a phone number on msgapp.'), channelHosts.msgapp)
    .requiredOption('--phone-number-id <id>', 'The number that messages come from.')
    .requiredOption('--waba-id <id>', 'The business account, which owns the templates.')
    .option(
      '--messages-per-second <n>',
      'Send rate of broadcasts, 10 to 1000 (default: 80, the limit of a new number).',
    )
    .addHelpText(
      'after',
      exampleHelp(
        `channel connect msgapp --workspace ${exampleIds.workspace} --phone-number-id 106540352242922 ` +
          '--waba-id 102290129340398 --access-token - < token.txt',
      ),
    )
    .action(
      run(
        connectionInput.extend({
          phoneNumberId: accountId,
          wabaId: accountId,
          messagesPerSecond: count(10, 1_000).optional(),
        }),
        async ({ workspace, phoneNumberId, wabaId, messagesPerSecond, ...input }, io) =>
          (await loadVerbs()).connectMsgapp(workspace, {
            phone_number_id: phoneNumberId,
            waba_id: wabaId,
            ...(await toConnection({ workspace, ...input }, channelHosts.msgapp, io)),
            ...(messagesPerSecond === undefined ? {} : { messages_per_second: messagesPerSecond }),
          }),
        formatFields,
      ),
    );
};

const addConnectSocial = (connect: Command, run: Run): void => {
  addConnectionOptions(
    connect.command('social').description('Connect a business account on social.'),
    channelHosts.social,
  )
    .requiredOption('--account-id <id>', 'The business account.')
    .addHelpText(
      'after',
      exampleHelp(
        `channel connect social --workspace ${exampleIds.workspace} --account-id 17841400000000000 ` +
          '--access-token - < token.txt',
      ),
    )
    .action(
      run(
        connectionInput.extend({ accountId }),
        async ({ workspace, accountId: account_id, ...input }, io) =>
          (await loadVerbs()).connectSocial(workspace, {
            account_id,
            ...(await toConnection({ workspace, ...input }, channelHosts.social, io)),
          }),
        formatFields,
      ),
    );
};

const addConnectWeb = (connect: Command, run: Run): void => {
  connect
    .command('web')
    .description('Connect a web chat and show its secret, this once.')
    .requiredOption(...workspaceOption)
    .option('--account-id <id>', 'A name for the site (default: the current one, or a new id).')
    .addHelpText('after', exampleHelp(`channel connect web --workspace ${exampleIds.workspace} --account-id acme-shop`))
    .action(
      run(
        z.object({ workspace: id, accountId: accountId.optional() }),
        async (input) => (await loadVerbs()).connectWeb(input.workspace, input.accountId),
        ({ secret, ...account }) =>
          `${secret}\n\nCopy the secret now: it is not shown again.\n\n${formatFields(account)}`,
      ),
    );
};

const addDisconnect = (channel: Command, run: Run): void => {
  channel
    .command('disconnect')
    .description('Disconnect the account on a channel. Its messages are no longer received.')
    .requiredOption(...workspaceOption)
    .requiredOption('--channel <name>', `One of ${channels.join(', ')}.`)
    .addHelpText('after', exampleHelp(`channel disconnect --workspace ${exampleIds.workspace} --channel social`))
    .action(
      run(
        z.object({ workspace: id, channel: z.enum(channels, `must be one of ${channels.join(', ')}.`) }),
        async ({ workspace, channel: name }) => (await loadVerbs()).disconnectChannel(workspace, name),
        formatFields,
      ),
    );
};

const addList = (channel: Command, run: Run): void => {
  channel
    .command('list')
    .description("List a workspace's channel accounts, without tokens and secrets.")
    .requiredOption(...workspaceOption)
    .addHelpText('after', exampleHelp(`channel list --workspace ${exampleIds.workspace}`))
    .action(
      run(
        z.object({ workspace: id }),
        async ({ workspace }) => (await loadVerbs()).listChannelAccounts(workspace),
        showAccounts,
      ),
    );
};

const showAccounts = (accounts: readonly ConnectedAccount[], { width }: Screen): string =>
  accounts.length === 0 ? 'This workspace has no channel accounts.' : formatTable(accounts, columns, width);

const columns = ['channel', 'account_id', 'waba_id', 'base_url', 'api_version', 'messages_per_second'] as const;

const loadTemplateVerbs = () => import('../../../functions/domain/templates/templates.ts');

export const addTemplateCommands = (program: Command, run: Run): void => {
  const template = program.command('template').description('Message templates that msgapp has approved.');
  addSync(template, run);
  addTemplateList(template, run);
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
        async ({ workspace }) => (await loadTemplateVerbs()).syncTemplates(workspace),
        formatFields,
      ),
    );
};

const addTemplateList = (template: Command, run: Run): void => {
  template
    .command('list')
    .description('List the stored templates; a problem says why a send cannot use one.')
    .requiredOption(...workspaceOption)
    .addHelpText('after', exampleHelp(`template list --workspace ${exampleIds.workspace}`))
    .action(
      run(
        z.object({ workspace: id }),
        async ({ workspace }) => (await loadTemplateVerbs()).listStoredTemplates(workspace),
        (templates, { width }) =>
          templates.length === 0
            ? 'No templates are stored; fetch them with template sync.'
            : formatTable(templates, ['name', 'language', 'status', 'category', 'synced_at', 'problem'], width),
      ),
    );
};
