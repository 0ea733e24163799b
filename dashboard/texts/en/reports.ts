import { locale } from '../locale.ts';
import { count, percent } from '../numbers.ts';
import { failureWords } from './outcomes.ts';

const plural = (value: number, one: string, many: string): string => `${count(value)} ${value === 1 ? one : many}`;

/** 0.4% */
const small = new Intl.NumberFormat(locale, { style: 'percent', maximumSignificantDigits: 1 });

export const reportTexts = {
  title: 'Reports',
  lead: 'How much comes in, how fast you answer and how happy customers are.',
  counted: (until: string, zone: string) =>
    `Counted until ${until}. An hour is counted within 20 minutes after it ends. Times are in ${zone}.`,
  downloadAll: 'Download all',
  loadFailed: 'The reports could not be loaded.',
  range: 'Range',
  ranges: { '7': '7 days', '30': '30 days', '90': '90 days', custom: 'Custom' },
  from: 'From',
  to: 'To',
  compare: (range: string) => `Compare with ${range}, the same weekdays`,
  filters: 'Filter the reports',
  clear: 'Clear filters',
  filter: { channel: 'Channel', team: 'Team', agent: 'Agent', tag: 'Tag' },
  all: { channel: 'All', team: 'All', agent: 'Anyone', tag: 'Any' },
  channels: { msgapp: 'Msgapp', social: 'Social', web: 'Web chat' },
  before: (value: string) => `Before: ${value}`,
  medianOf: (p90: string) => `Median. 90% within ${p90}`,
  medianBefore: (value: string) => `Median. Before: ${value}`,
  ratingCount: (all: number) => plural(all, 'rating', 'ratings'),
  change: {
    more: (value: string) => `${value} more`,
    fewer: (value: string) => `${value} fewer`,
    higher: (value: string) => `${value} higher`,
    lower: (value: string) => `${value} lower`,
    faster: (value: string) => `${value} faster`,
    slower: (value: string) => `${value} slower`,
    same: 'The same as before',
    points: (value: number) => plural(value, 'point', 'points'),
  },
  share: (part: number, whole: number): string =>
    part > 0 && part * 100 < whole ? small.format(part / whole) : percent(part, whole),
  numbers: {
    title: 'Numbers',
    header: ['Number', 'This period', 'Period before'],
    days: 'Days',
    zone: 'Time zone',
  },
  explain: (name: string) => `What ${name} means`,
  asTable: 'As a table',
  csv: 'CSV',
  csvOf: (name: string) => `${name} as CSV`,
  flow: {
    title: 'Incoming and answered',
    definition: [
      'Incoming: conversations that started or opened again on that day.',
      'Answered: of those, how many got an answer from a person by now. Automatic answers do not count.',
    ],
    incoming: 'Incoming',
    answered: 'Answered',
    notAnswered: 'Not answered',
    before: 'Period before',
    legendBefore: 'Incoming, period before',
    day: 'Day',
    words: (day: string, incoming: number, answered: number) =>
      `${day}: ${count(incoming)} incoming, ${count(answered)} answered`,
    beforeWords: (value: number, day: string) => `${count(value)} incoming on ${day}`,
    soFar: 'so far',
    daySoFar: (day: string) => `${day} so far`,
  },
  heat: {
    title: 'When messages come in',
    definition: ['Messages from customers, by the weekday and hour at which they were written.'],
    fewest: 'Fewest',
    most: 'Most',
    day: 'Weekday',
    hour: (zone: string) => `Hour (${zone})`,
    messages: 'Messages',
    weekdays: {
      ...{ monday: 'Mon', tuesday: 'Tue', wednesday: 'Wed', thursday: 'Thu', friday: 'Fri', saturday: 'Sat' },
      sunday: 'Sun',
    },
  },
  bars: {
    title: 'First answer',
    axis: 'Time until the first answer',
    names: ['0–2 min', '2–5', '5–10', '10–15', '15–30', '30–60', '1–4 h', '4 h +'],
    opened: (name: string) => `first answer in ${/[mh]/.test(name) ? name : `${name} min`}`,
    wait: 'Wait',
    conversations: 'Conversations',
    words: (name: string, value: number) => `${name}: ${plural(value, 'conversation', 'conversations')}`,
  },
  agents: {
    title: 'Agents',
    definition: [
      'Answered: waits of customers that ended with an answer of the agent. First answer: the median of their first answers.',
      'Closed and Happy: conversations that the agent had when they were closed or rated.',
    ],
    headers: { agent: 'Agent', answered: 'Answered', first: 'First answer', closed: 'Closed', happy: 'Happy' },
    nobody: 'Nobody yet',
    former: 'Former member',
    own: 'These are your own results. Owners and Admins see those of each member.',
    hidden: 'These are your own results. Those of others are hidden in this workspace.',
    none: 'Nobody has answered in this range.',
  },
  tags: {
    title: 'Tags',
    definition: ['New conversations by the tags of the contact at the time. One with several tags counts with each.'],
    headers: { tag: 'Tag', conversations: 'Conversations', share: 'Share' },
    none: 'No tag',
    deleted: 'Deleted tag',
  },
  broadcasts: {
    title: 'Broadcasts',
    definition: [
      'What became of the messages of broadcasts that were to begin in the range.',
      'Answered and Opted out: customers who did so within 3 days, and before the next broadcast. Failed: recipients who got no message, and their share of all recipients.',
    ],
    names: {
      ...{ sent: 'Sent', delivered: 'Delivered', read: 'Read', answered: 'Answered', optedOut: 'Opted out' },
      failed: 'Failed',
    },
    failedFor: (reason: string) => `Failed: ${reason}`,
    reasons: (list: string) => `Most failed for: ${list}`,
    reason: (code: string | null) =>
      code === null
        ? 'No reason known'
        : Object.hasOwn(failureWords, code)
          ? (failureWords[code] ?? '')
          : `Code ${code}`,
    counted: (reason: string, value: number) => `${reason} (${count(value)})`,
    header: ['What happened', 'Messages', 'Share'],
    none: 'No broadcasts in this range.',
    unfiltered: 'Broadcasts have no team, agent or tag. Clear these filters to see them.',
  },
  behind: {
    title: (what: string) => `Conversations: ${what}`,
    close: 'Close',
    erased: 'Erased contact',
    more: 'Only the newest ones are listed.',
    none: 'There are none in the last days of the range.',
    headers: { contact: 'Contact', at: 'Began', took: 'Took' },
  },
  empty: {
    title: 'Nothing to count yet',
    text: 'Numbers appear within the hour after the first customer writes. A longer range may have some.',
    channels: 'Open channels',
  },
};
