import { count, messageCount, percent, roughCount } from '../numbers.ts';

export const usageTexts = {
  title: 'Usage and plan',
  lead: 'How many messages the workspace sends, and how many its plan includes. Days and months are in UTC.',
  loadFailed: 'The usage could not be loaded.',
  used: (used: number, limit: number) => `${count(used)} of ${messageCount(limit)} used`,
  ofPlan: (used: number, limit: number) =>
    `of ${messageCount(limit)} in the plan${limit > 0 ? ` · ${percent(used, limit)} used` : ''}`,
  noLimit: (used: number) => `${used === 1 ? 'message' : 'messages'} · the plan has no limit`,
  subscription: { active: 'Subscription active', lapsed: 'Subscription lapsed' },
  lapsed: 'The subscription has lapsed: the workspace can read but not send. Renew it to send again.',
  usedUp: (limit: number, nextMonth: string) =>
    `All ${messageCount(limit)} of this month are used. Messages are refused until ${nextMonth}.`,
  left: (left: number, nextMonth: string) => `${messageCount(left)} left until ${nextMonth}.`,
  raise: 'To send more, ask the operator of this installation to raise the limit.',
  forecast: {
    usedUp: (day: string) => `At this pace the plan is used up on ${day}.`,
    enough: (messages: number) => `At this pace the month ends at about ${roughCount(messages)} messages.`,
  },
  perDay: 'Messages per day',
  perMonth: 'Messages per month',
  headers: { day: 'Day', month: 'Month', channel: 'Channel', messages: 'Messages', total: 'Total' },
  bySource: 'Who sent them this month',
  channels: { msgapp: 'Msgapp', social: 'Social' },
  senders: { api: 'API', agent: 'People in the inbox', broadcast: 'Broadcasts' },
  total: (messages: number) => `${messageCount(messages)} in total`,
  year: 'Last 12 months',
};
