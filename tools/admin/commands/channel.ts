import type { Command } from 'commander';
import * as z from 'zod';
import type { ConnectedAccount } from '../../../functions/domain/channels/connect.ts';
import { channelApiVersion, channelHosts } from '../../../functions/model/channels/account.ts';
import { channels } from '../../../functions/model/channels/channel.ts';
import { formatFields, formatTable } from '../../terminal/layout.ts';
import { usageError } from '../admin-error.ts';
import { operate } from '../operate.ts';
import type { Io, Run, Screen } from '../run.ts';
import { accountId, apiVersion, baseUrl, count, readSecret } from '../values.ts';
import { addNoun, option, required, verb, workspace } from '../verb.ts';

const loadVerbs = () => import('../../../functions/domain/channels/connect.ts');

const emptyToken = 'must not be empty.';
const tokenHelp = 'The access token; - reads it from stdin. It is never shown again.';
const site = 'A name for the site (default: the current one, or a new id).';

const connectionInput = (host: string) => ({
  workspace,
  accessToken: required('<token|->', tokenHelp, z.string().trim().min(1, emptyToken)),
  baseUrl: option('<url>', `Where the channel is (default: ${host}).`, baseUrl.default(host)),
  apiVersion: option(
    '<version>',
    `Version of the channel API (default: ${channelApiVersion}).`,
    apiVersion.default(channelApiVersion),
  ),
});

const toConnection = async (input: { accessToken: string; baseUrl: string; apiVersion: string }, io: Io) => {
  const access_token = await readSecret(input.accessToken, 'token', io);
  if (access_token === '') throw usageError(`--access-token ${emptyToken}`);
  return { access_token, base_url: input.baseUrl, api_version: input.apiVersion };
};

const connectVerbs = [
  verb('msgapp', 'Connect a phone number on msgapp.', {
    input: {
      ...connectionInput(channelHosts.msgapp),
      phoneNumberId: required('<id>', 'The number that messages come from.', accountId),
      wabaId: required('<id>', 'The business account, which owns the templates.', accountId),
      messagesPerSecond: option(
        '<n>',
        'Send rate of broadcasts, 10 to 1000 (default: 80, the limit of a new number).',
        count(10, 1_000).optional(),
      ),
    },
    example: '--phone-number-id 106540352242922 --waba-id 102290129340398 --access-token - < token.txt',
    act: async ({ workspace, phoneNumberId, wabaId, messagesPerSecond, ...input }, io) =>
      (await loadVerbs()).connectMsgapp(workspace, {
        phone_number_id: phoneNumberId,
        waba_id: wabaId,
        ...(await toConnection(input, io)),
        ...(messagesPerSecond === undefined ? {} : { messages_per_second: messagesPerSecond }),
      }),
    show: formatFields,
  }),
  verb('social', 'Connect a business account on social.', {
    input: {
      ...connectionInput(channelHosts.social),
      accountId: required('<id>', 'The business account.', accountId),
    },
    example: '--account-id 17841400000000000 --access-token - < token.txt',
    act: async ({ workspace, accountId: account_id, ...input }, io) =>
      (await loadVerbs()).connectSocial(workspace, { account_id, ...(await toConnection(input, io)) }),
    show: formatFields,
  }),
  verb('web', 'Connect a web chat and show its secret, this once.', {
    input: {
      workspace,
      accountId: option('<id>', site, accountId.optional()),
      overlapHours: option(
        '<hours>',
        'How long the old secret is accepted, too: 0 to 24 (default: 24).',
        count(0, 24).optional(),
      ),
    },
    example: '--account-id acme-shop',
    act: async (input) => (await loadVerbs()).connectWeb(input.workspace, input.accountId, input.overlapHours),
    show: ({ secret, ...account }) =>
      `${secret}\n\nCopy the secret now: it is not shown again.\n\n${formatFields(account)}`,
  }),
];

const connecting = 'Connect an account on msgapp, social or web; it replaces the account before.';

export const addChannelCommands = (program: Command, run: Run): Command =>
  addNoun(program, run, 'channel', "A workspace's accounts on msgapp, social and web chat.", [
    (channel) => void addNoun(channel, run, 'connect', connecting, connectVerbs).usage('<channel> [options]'),
    verb('disconnect', 'Disconnect the account on a channel. Its messages are no longer received.', {
      input: { workspace, channel: required('<name>', 'The channel.', z.enum(channels)) },
      example: '--channel social',
      act: ({ workspace, channel }) => operate('channels/disconnectChannel', { workspace, params: { channel } }),
      show: formatFields,
    }),
    verb('list', "List a workspace's channel accounts, without tokens and secrets.", {
      input: { workspace },
      act: async ({ workspace }) => (await loadVerbs()).listChannelAccounts(workspace),
      show: showAccounts,
    }),
  ]);

const showAccounts = (accounts: readonly ConnectedAccount[], { width }: Screen): string =>
  accounts.length === 0 ? 'This workspace has no channel accounts.' : formatTable(accounts, columns, width);

const columns = ['channel', 'account_id', 'waba_id', 'base_url', 'api_version', 'messages_per_second'] as const;

export const addTemplateCommands = (program: Command, run: Run): Command =>
  addNoun(program, run, 'template', 'Message templates that msgapp has approved.', [
    verb('sync', 'Fetch all template definitions from msgapp and remove those it no longer has.', {
      input: { workspace },
      act: ({ workspace }) => operate('templates/syncTemplates', { workspace }),
      show: formatFields,
    }),
    verb('list', 'List the stored templates; a problem says why a send cannot use one.', {
      input: { workspace },
      act: async ({ workspace }) =>
        (await import('../../../functions/domain/templates/templates.ts')).listStoredTemplates(workspace),
      show: (templates, { width }) =>
        templates.length === 0
          ? 'No templates are stored; fetch them with template sync.'
          : formatTable(templates, ['name', 'language', 'status', 'category', 'synced_at', 'problem'], width),
    }),
  ]);
