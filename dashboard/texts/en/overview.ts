import type { Channel } from '../../../functions/model/channels/channel.ts';
import { count, messageCount, percent } from '../numbers.ts';

const channels: Record<Channel, string> = { msgapp: 'Msgapp', social: 'Social', web: 'Web chat' };

export const overviewTexts = {
  title: 'Overview',
  lead: 'What needs you, what was sent, and what is under way.',
  needs: {
    title: 'Needs you',
    none: 'Nothing needs you right now.',
    loadFailed: 'Not everything could be checked.',
    severities: { bad: 'Urgent', warn: 'Soon' },
    since: 'Since',
    webhookOff: (name: string, failures: number) => `${name} was turned off after ${failures} failed events in a row.`,
    webhookFailing: (name: string, failures: number) =>
      failures === 1 ? `The last event for ${name} failed.` : `${failures} events in a row failed for ${name}.`,
    openWebhook: 'Open webhook',
    openIntegrations: 'Open integrations',
    channel: (channel: Channel, words: string) => `${channels[channel]} refuses the account: “${words}”`,
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
  },
  steps: {
    title: 'Get started',
    done: 'Done',
    open: 'To do',
    progress: (done: number, all: number) => `${done} of ${all} done`,
    loadFailed: 'Your progress could not be loaded.',
    channel: {
      title: 'Connect a channel',
      text: 'So customers can write to you, and you to them.',
      action: 'Connect a channel',
    },
    key: { title: 'Create an API key', text: 'Your servers call the API with it.', action: 'Create a key' },
    message: { title: 'Send a message', text: 'One POST /messages with the key is enough.', action: 'Read how' },
    webhook: {
      title: 'Add a webhook',
      text: 'So your servers learn of replies and deliveries at once.',
      action: 'Add a webhook',
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
    states: { on: 'On', failing: 'Failing', off: 'Off', turnedOff: 'Turned off' },
    delivered: 'Last delivery',
    never: 'Nothing delivered yet',
    failures: (failures: number) => (failures === 1 ? '1 event failed' : `${failures} events failed in a row`),
    since: 'since',
    all: (number: number) => `All ${number} webhooks`,
  },
  broadcasts: {
    title: 'Broadcasts under way',
    loadFailed: 'The broadcasts could not be loaded.',
    none: 'No broadcast is being sent.',
    waiting: 'Waiting to start',
    preparing: 'Reading the segment',
    done: (done: number, all: number) => `${count(done)} of ${messageCount(all)}`,
    failed: (failed: number) => `${count(failed)} failed`,
    left: (minutes: number) => (minutes <= 1 ? 'about a minute left' : `about ${count(minutes)} minutes left`),
  },
};
