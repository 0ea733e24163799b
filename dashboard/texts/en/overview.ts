import type { Channel } from '../../../functions/model/channels/channel.ts';
import type { AccountFault } from '../../../functions/model/channels/health.ts';
import { count, messageCount, percent } from '../numbers.ts';

/** Each says what the channel no longer lets the account do. */
const faults: Record<AccountFault, string> = {
  token: 'no longer accepts your access token. Nothing can be sent.',
  permission: 'says that your access token lacks a permission. Nothing can be sent.',
  number: 'does not let your phone number send.',
  restricted: 'refuses to send for your account.',
  payment: 'has a problem with your payment. Nothing can be sent.',
  rate: 'is limiting how much you send.',
};

const channels: Record<Channel, string> = { msgapp: 'Msgapp', social: 'Social', web: 'Web chat' };

export const overviewTexts = {
  title: 'Overview',
  lead: 'What needs attention, and what is being sent.',
  numbers: {
    label: 'Today in numbers',
    open: 'Open conversations',
    unassigned: 'Unassigned',
    longest: 'Longest wait',
    noWait: 'None',
    failed: 'Not delivered today',
    sent: 'Messages today (UTC)',
  },
  needs: {
    title: 'Needs attention',
    none: 'All clear.',
    loadFailed: 'Not everything could be checked.',
    severities: { bad: 'Urgent', warn: 'Soon' },
    webhookOff: (name: string, failures: number) => `${name} was turned off after ${failures} failed events in a row.`,
    webhookFailing: (name: string, failures: number) =>
      failures === 1 ? `The last event for ${name} failed.` : `${failures} events in a row failed for ${name}.`,
    webhooks: {
      turnedOff: (number: number) => `${number} webhooks were turned off after failed events.`,
      failing: (number: number) => `${number} webhooks are failing.`,
    },
    openWebhooks: 'Show them',
    openWebhook: 'Open webhook',
    openIntegrations: 'Open integrations',
    channel: (channel: Channel, fault: AccountFault = 'restricted') => `${channels[channel]} ${faults[fault]}`,
    openChannels: 'Open channels',
    lapsed: 'The subscription has lapsed, so no messages can be sent.',
    usedUp: (limit: number, nextMonth: string) =>
      `All ${messageCount(limit)} of this month are used. Messages are refused until ${nextMonth}.`,
    nearlyUsed: (used: number, limit: number) =>
      `${percent(used, limit)} of this month’s ${messageCount(limit)} are used.`,
    pace: (day: string) => `At this pace the plan is used up on ${day}.`,
    openUsage: 'Open usage',
    invitation: (email: string, days: number) => `${email} was invited ${days} days ago and has not joined.`,
    invitations: (number: number, days: number) =>
      `${number} people were invited ${days} days ago or earlier and have not joined.`,
    openMembers: 'Open members',
    waiting: (customer: string, others: number, isMin: boolean) =>
      others === 0
        ? `${customer} waits longer than an hour.`
        : `${customer} and ${others}${isMin ? ' or more' : ''} ${others === 1 ? 'other wait' : 'others wait'} longer than an hour.`,
    unassigned: (customer: string, others: number, isMin: boolean) =>
      others === 0
        ? `${customer} waits longer than an hour, and nobody has the conversation.`
        : `${customer} and ${others}${isMin ? ' or more' : ''} ${others === 1 ? 'other wait' : 'others wait'} longer than an hour, and nobody has their conversations.`,
    failedReply: (customer: string) => `Your reply to ${customer} was not delivered today.`,
    failedReplies: (number: number) => `${number} of your replies were not delivered today.`,
    openMessages: 'Show them',
    failedBroadcast: (number: number, isMin: boolean) =>
      `${number}${isMin ? ' or more' : ''} messages of a broadcast were not delivered today.`,
    openBroadcast: 'Open broadcast',
    openConversation: 'Open conversation',
  },
  steps: {
    title: 'Get started',
    done: 'Done',
    open: 'To do',
    progress: (done: number, all: number) => `${done} of ${all} done`,
    loadFailed: 'Your progress could not be loaded.',
    channel: {
      title: 'Connect a channel',
      text: 'Customers can then write to you, and you to them.',
      action: 'Connect a channel',
    },
    invite: {
      title: 'Invite your team',
      text: 'Agents answer customers. Admins also manage channels, members and broadcasts.',
      action: 'Invite people',
    },
    answer: {
      title: 'Answer the first customer',
      text: 'What customers write appears in the inbox.',
      action: 'Open the inbox',
    },
    key: { title: 'Create an API key', text: 'Your servers call the API with it.', action: 'Create a key' },
    message: { title: 'Send a message', text: 'One POST /messages with the key is enough.', action: 'Read how' },
    webhook: {
      title: 'Create a webhook',
      text: 'Your servers learn of replies and deliveries at once.',
      action: 'Create a webhook',
    },
  },
  sent: {
    title: 'Messages sent',
    loadFailed: 'The messages could not be counted.',
    none: 'No messages in the last 30 days.',
    total: (messages: number) => `${messageCount(messages)} in the last 30 days`,
    more: 'See usage',
  },
  webhooks: {
    title: 'Webhooks',
    loadFailed: 'The webhooks could not be loaded.',
    none: 'No webhooks yet.',
    delivered: 'Last attempt',
    never: 'Nothing delivered yet',
    all: 'All webhooks',
  },
  waiting: {
    title: 'Waiting for an answer',
    loadFailed: 'The conversations could not be loaded.',
    all: 'Open inbox',
    nobody: 'Unassigned',
    you: 'You',
    notDelivered: 'Not delivered:',
    broadcast: 'Broadcast:',
    by: (author: string) => `${author}:`,
    api: 'API:',
    more: (number: number, isMin: boolean) => `${number}${isMin ? ' or more' : ''} more`,
  },
  failures: {
    title: 'Not delivered today',
    loadFailed: 'The failed messages could not be loaded.',
    all: 'Failed messages',
    cut: (number: number) => `Counts only the newest ${number}.`,
  },
  broadcasts: {
    title: 'Sending now',
    loadFailed: 'The broadcasts could not be loaded.',
    waiting: 'Waiting to start',
    preparing: 'Reading the segment',
    done: (sent: number, all: number) => `${count(sent)} of ${messageCount(all)} sent`,
    failed: (failed: number) => `${count(failed)} failed`,
    left: (minutes: number) => (minutes <= 1 ? 'about a minute left' : `about ${count(minutes)} minutes left`),
  },
};
