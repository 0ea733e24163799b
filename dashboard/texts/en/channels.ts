import type { Channel } from '../../../functions/model/channels/channel.ts';
import type { ChannelState } from '../../../functions/model/channels/connected-channel.ts';
import type { AccountFault } from '../../../functions/model/channels/health.ts';

const names: Record<Channel, string> = { msgapp: 'Msgapp', social: 'Social', web: 'Web chat' };

const states: Record<ChannelState, string> = {
  not_connected: 'Not connected',
  connected: 'Connected',
  failing: 'Not working',
};

/** Each fault, and the next step for the reader. */
const faults: Record<AccountFault, { title: string; advice: string }> = {
  token: {
    title: 'The access token is no longer valid',
    advice: 'Create a new token at the channel, then reconnect with it.',
  },
  permission: {
    title: 'The access token lacks a permission',
    advice: 'Give the token the missing permission at the channel, or reconnect with another token.',
  },
  number: {
    title: 'The phone number cannot send',
    advice: 'Check at the channel that the number is registered and its display name is approved.',
  },
  restricted: {
    title: 'The channel restricted this account',
    advice: 'Open the account at the channel to see the violation, and ask for a review there.',
  },
  payment: {
    title: 'The channel has a problem with the payment',
    advice: 'Add or correct the payment method of the business account at the channel.',
  },
  rate: {
    title: 'The channel is limiting how much you send',
    advice: 'Wait a few minutes. If it lasts, lower the pace or ask the channel for a higher limit.',
  },
};

export const channelTexts = {
  title: 'Channels',
  lead: 'Where your customers write to you. Every account that you connect brings its conversations here.',
  manage: 'connect and disconnect channels',
  loadFailed: 'The channels could not be loaded.',
  names,
  states,
  warned: 'Needs attention',
  faults,
  about: {
    msgapp: 'Connect a business phone number to receive messages and to send texts, templates and broadcasts.',
    social: 'Connect a business account to receive the direct messages of your customers.',
    web: 'Put a chat on your website with one line. Or let your own server pass on what visitors write, signed with a secret.',
  } satisfies Record<Channel, string>,
  aboutReadOnly: 'When an Admin or Owner connects it, the account appears here.',
  heard: 'The last message or receipt arrived',
  silent: {
    msgapp:
      'Nothing has arrived yet. Enter the webhook address below at the channel, then write to your number to test it.',
    social:
      'Nothing has arrived yet. Enter the webhook address below at the channel, then write to your account to test it.',
    web: 'Nothing has arrived yet. Put the chat on your website, then write a message there to test it.',
  } satisfies Record<Channel, string>,
  facts: {
    phoneNumber: 'Phone number',
    phoneNumberId: 'Phone number ID',
    wabaId: 'Business account ID',
    accountId: 'Account ID',
    pace: 'Pace of broadcasts',
    perSecond: (count: number) => `${count.toLocaleString('en-US')} messages a second`,
  },
  webhook: {
    label: (channel: string) => `Webhook address of ${channel}`,
    title: 'Webhook address',
    hub: 'Enter it in the webhook settings of your app at the channel, with the verify token, which you get from the operator of this installation.',
    operator: 'For the operator: print the verify token',
    token: (output: string) =>
      `The dashboard never shows it. This command does, with the ARN that the data stack outputs as ${output}:`,
    command: 'Command that prints the verify token',
    web: 'The server of your website sends each message here.',
  },
  error: {
    unknown: { title: 'The channel refuses to send', advice: 'Open the account at the channel to see why.' },
    says: (words: string) => `The channel says: “${words}”`,
    firstSeen: 'First seen',
  },
  connect: {
    action: 'Connect',
    again: 'Reconnect',
    label: (channel: string) => `Connect ${channel}`,
    againLabel: (channel: string) => `Reconnect ${channel}`,
    title: (channel: string) => `Connect ${channel}`,
    againTitle: (channel: string) => `Reconnect ${channel}`,
    lead: 'You find the values in the developer settings of the channel. We check them before anything changes.',
    againLead: 'Paste a new access token. The account stays the same unless you change its ID.',
    phoneNumberIdHint: 'In the developer settings of the channel, under API setup. It is not the number itself.',
    wabaIdHint: 'Next to the phone number ID. It owns your templates.',
    accountIdHint: 'The ID of the business account, in the settings of your app.',
    token: 'Access token',
    tokenHint: 'Use a token that does not expire. It is stored encrypted and never shown again.',
    tokenMissing: 'Paste the access token.',
    tokenMalformed: 'Paste the whole token and nothing else. It has no spaces.',
    idMissing: 'Enter the ID that the channel shows.',
    idMalformed: 'Use letters, digits, dots, dashes and underscores only.',
    pace: 'Messages a second in broadcasts (optional)',
    paceHint: (min: number, max: number) =>
      `From ${min} to ${max.toLocaleString('en-US')}. Leave it empty for 80, the limit of a new number.`,
    paceMalformed: (min: number, max: number) =>
      `Enter a whole number from ${min} to ${max.toLocaleString('en-US')}, or nothing.`,
    submit: 'Connect',
    done: (channel: string) => `${channel} is connected`,
  },
  web: {
    open: 'Set up web chat',
    title: 'Connect a chat of your own',
    lead: 'You get an account ID and a secret. The server of your website signs each message with the secret, which is shown only once.',
    submit: 'Connect',
    newSecret: 'Replace secret',
    newSecretTitle: 'Replace the secret of the web chat?',
    newSecretLead:
      'You get a new secret at once. Choose how long messages that have the current one are still accepted.',
    overlap: 'The current secret keeps working for',
    overlaps: {
      '24': { label: '24 hours', hint: 'Enough time to give the new secret to the server of your website.' },
      '0': {
        label: 'Not at all',
        hint: 'If the secret leaked. Messages are refused until the server has the new one.',
      },
    },
    newSecretSubmit: 'Replace secret',
    savedTitle: 'Save the web chat secret',
    savedLead: 'This is the only time you will see it. Store it on the server of your website.',
    secret: 'Secret',
    account: 'Account ID',
  },
  disconnect: {
    action: 'Disconnect',
    label: (channel: string) => `Disconnect ${channel}`,
    title: (channel: string) => `Disconnect ${channel}?`,
    lead: {
      msgapp:
        'New messages from customers are no longer received, and nothing can be sent, broadcasts that are under way included. Conversations stay.',
      social: 'New messages from customers are no longer received. Conversations stay.',
      web: 'Messages from your website are refused from now on, its chat disappears, and the secret is deleted. Conversations stay.',
    } satisfies Record<Channel, string>,
    submit: 'Disconnect',
    done: (channel: string) => `${channel} is disconnected`,
  },
};
