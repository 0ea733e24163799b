import type { Measure } from './rollup.ts';

// Without schemas, because the dashboard reads it.

interface Metric {
  /** A count alone, how long something took, or a share. */
  kind: 'count' | 'duration' | 'share';
  measures: readonly Measure[];
  name: string;
  /** The definition, to the letter: docs/reports.md, the page and the API say the same. */
  definition: string;
}

/** Every number of the page, the CSV, the API and the weekly mail. */
export const metrics = {
  incoming: {
    kind: 'count',
    measures: ['incoming'],
    name: 'Incoming messages',
    definition: 'Messages from customers, at the time when they were written.',
  },
  new_conversations: {
    kind: 'count',
    measures: ['started'],
    name: 'New conversations',
    definition: 'First messages of customers: the first one in a conversation, or the first after it was closed.',
  },
  first_answer: {
    kind: 'duration',
    measures: ['first'],
    name: 'First answer',
    definition:
      'The time from the first unanswered message of a customer, in a new conversation or after a close, to the first answer by a person. Answers of programs, away messages and broadcasts do not stop the clock. It counts when the conversation began.',
  },
  every_answer: {
    kind: 'duration',
    measures: ['first', 'later'],
    name: 'Every answer',
    definition: 'The same for each wait of a customer and not only the first. A later wait counts when it began.',
  },
  time_to_close: {
    kind: 'duration',
    measures: ['closed', 'closed_unanswered'],
    name: 'Time to close',
    definition:
      'The time from the first message of a customer to the last close, at which it counts. After a close, the next message of the customer begins a new conversation; one that the team opens again was not closed.',
  },
  closed_without_answer: {
    kind: 'count',
    measures: ['closed_unanswered'],
    name: 'Closed without answer',
    definition: 'Conversations that were closed before a person had answered.',
  },
  rating: {
    kind: 'share',
    measures: ['rating'],
    name: 'Happy customers',
    definition: 'The share of ratings with 4 or 5 of five. With fewer than 5 ratings there is no share.',
  },
  unanswered: {
    kind: 'duration',
    measures: ['waiting'],
    name: 'Unanswered',
    definition: 'Customers who began to wait in the range and wait now, and for how long. Up to 1,000 are counted.',
  },
  broadcast_sent: {
    kind: 'count',
    measures: ['broadcast_sent'],
    name: 'Broadcasts: sent',
    definition: 'Messages of broadcasts that the channel accepted. They count when the broadcast was to begin.',
  },
  broadcast_delivered: {
    kind: 'count',
    measures: ['broadcast_delivered'],
    name: 'Broadcasts: delivered',
    definition: 'Those of them that reached the customer, with all that were read.',
  },
  broadcast_read: {
    kind: 'count',
    measures: ['broadcast_read'],
    name: 'Broadcasts: read',
    definition: 'Those of them that the customer read, as far as the channel says so.',
  },
  broadcast_answered: {
    kind: 'count',
    measures: ['broadcast_replied'],
    name: 'Broadcasts: answered',
    definition:
      'Customers who wrote within 3 days after a message of a broadcast, and before the next one. Each counts once for each broadcast.',
  },
  broadcast_opted_out: {
    kind: 'count',
    measures: ['broadcast_opted_out'],
    name: 'Broadcasts: opted out',
    definition:
      'Customers who opted out with a message within 3 days after one of a broadcast, and before the next one. They are counted as answers, too.',
  },
  broadcast_failed: {
    kind: 'count',
    measures: ['broadcast_failed'],
    name: 'Broadcasts: failed',
    definition: 'Recipients who got no message, by the code of the reason.',
  },
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof metrics;

export const groupings = [
  ...(['day', 'hour', 'weekday', 'weekday_hour'] as const),
  ...(['member', 'team', 'channel', 'tag', 'reason'] as const),
] as const;

export const isOfBroadcasts = (metric: MetricName): boolean => metric.startsWith('broadcast_');

export type Grouping = (typeof groupings)[number];

export const daysMax = 366;
export const ratingsMin = 5;
