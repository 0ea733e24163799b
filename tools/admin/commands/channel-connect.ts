import type { Channel } from '../../../functions/model/contact.ts';
import { defineCommand } from '../command.ts';
import { wrongUsage } from '../problem.ts';
import { readSecret } from '../read-line.ts';
import { readAccountId, readApiVersion, readBaseUrl, readChoice, readCount } from '../values.ts';
import { showAccount } from './channel-view.ts';
import { workspaceId } from './workspace-parameters.ts';

export const channelConnect = defineCommand({
  words: ['channel', 'connect'],
  summary: "Connects a workspace's account on a channel, in place of the one before.",
  operands: {
    channel: {
      placeholder: 'msgapp|social|web',
      about: 'The channel. A web chat gets a secret, which is shown this once.',
      required: true,
      read: (typed, name) => readChoice(typed, name, ['msgapp', 'social', 'web']),
    },
  },
  options: {
    workspace: workspaceId,
    'phone-number-id': {
      placeholder: '<id>',
      about: 'msgapp: the number that messages come from.',
      read: readAccountId,
    },
    'waba-id': {
      placeholder: '<id>',
      about: 'msgapp: the business account, which owns the templates.',
      read: readAccountId,
    },
    'account-id': {
      placeholder: '<id>',
      about: 'social: the business account. web: a name for the site (default: the one before, or a new id).',
      read: readAccountId,
    },
    'access-token': {
      placeholder: '<token>|-',
      about: 'msgapp, social: the token; - reads it from stdin. It is not shown again.',
      read: (typed) => typed.trim(),
    },
    'base-url': {
      placeholder: '<url>',
      about: "msgapp, social: where the channel is (default: the channel's own host).",
      read: readBaseUrl,
    },
    'messages-per-second': {
      placeholder: '<n>',
      about: 'msgapp: how fast broadcasts may send from the number, 10 to 1000 (default 80, as every number may).',
      read: (typed, name) => readCount(typed, name, 10, 1_000),
    },
    'api-version': { placeholder: '<version>', about: 'msgapp, social: default v25.0.', read: readApiVersion },
  },
  example:
    'msgapp --workspace 0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123 --phone-number-id 106540352242922 ' +
    '--waba-id 102290129340398 --access-token - < token.txt',
  run: async ({ channel, workspace, 'messages-per-second': messages_per_second, ...options }) => {
    const { connectMsgapp, connectSocial, connectWeb } = await import('../../../functions/domain/channels/connect.ts');
    const needed = neededBy(channel, options);
    if (channel === 'web') return connectWeb(workspace, options['account-id']);
    const reached = {
      access_token: await readSecret(needed('access-token'), 'token'),
      base_url: options['base-url'] ?? hosts[channel],
      api_version: options['api-version'] ?? 'v25.0',
    };
    if (reached.access_token === '') throw wrongUsage('--access-token must not be empty.');
    if (channel === 'social') return connectSocial(workspace, { account_id: needed('account-id'), ...reached });
    const ids = { phone_number_id: needed('phone-number-id'), waba_id: needed('waba-id') };
    const pace = messages_per_second === undefined ? {} : { messages_per_second };
    return connectMsgapp(workspace, { ...ids, ...reached, ...pace });
  },
  show: showAccount,
});

const hosts = { msgapp: 'https://graph.facebook.com', social: 'https://graph.instagram.com' };

/** Which options a channel cannot do without differs between the channels. */
const neededBy =
  <Options extends Record<string, string | undefined>>(channel: Channel, options: Options) =>
  (name: keyof Options & string): string => {
    const value = options[name];
    if (value === undefined) throw wrongUsage(`--${name} is missing; ${channel} needs it.`);
    return value;
  };
