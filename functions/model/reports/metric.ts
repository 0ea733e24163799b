import * as z from 'zod/mini';
import { channels } from '../channels/channel.ts';
import { id } from '../id.ts';
import type { Measure } from './rollup.ts';

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
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof metrics;

export const metricNames = Object.keys(metrics) as [MetricName, ...MetricName[]];

export const groupings = [
  ...(['day', 'hour', 'weekday', 'weekday_hour'] as const),
  ...(['member', 'team', 'channel', 'tag'] as const),
] as const;

export type Grouping = (typeof groupings)[number];

export const daysMax = 366;
export const ratingsMin = 5;

export const metricParams = z.object({ metric: z.enum(metricNames) });

const day = z.iso.date({ error: 'must be a day, such as 2026-11-19' });

export const reportQuery = z.object({
  from: z.optional(day),
  to: z.optional(day),
  by: z.optional(z.enum(groupings)),
  channel: z.optional(z.enum(channels)),
  member_id: z.optional(id),
  team_id: z.optional(id),
  tag_id: z.optional(id),
});

export type ReportQuery = z.output<typeof reportQuery>;

export const reportValue = z.object({
  count: z.int(),
  /** In seconds; null for what has no duration, and if there is nothing to measure. */
  median_seconds: z.nullable(z.int()),
  p90_seconds: z.nullable(z.int()),
  office_median_seconds: z.nullable(z.int()),
  office_p90_seconds: z.nullable(z.int()),
  percent: z.nullable(z.int()),
});

export type ReportValue = z.output<typeof reportValue>;

/** The conversations behind a number: those of a range, and of a bar of its distribution. */
export const behindQuery = z.extend(z.omit(reportQuery, { by: true }), {
  from_seconds: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
  to_seconds: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
});

export type BehindQuery = z.output<typeof behindQuery>;

export const behindMax = 50;
export const behindDaysMax = 10;

export const behind = z.object({
  conversations: z.array(
    z.object({
      conversation_id: z.uuid(),
      /** Null for a contact who was erased. */
      name: z.nullable(z.string()),
      at: z.iso.datetime(),
      seconds: z.nullable(z.int()),
    }),
  ),
  /** False if there may be more, which were earlier. */
  is_complete: z.boolean(),
});

export type Behind = z.output<typeof behind>;

export const reportBar = z.object({ from_seconds: z.int(), to_seconds: z.nullable(z.int()), count: z.int() });

export const reportRow = z.extend(reportValue, { key: z.nullable(z.string()) });

export const report = z.object({
  metric: z.enum(metricNames),
  from: z.iso.date(),
  to: z.iso.date(),
  time_zone: z.string(),
  counted_until: z.iso.datetime(),
  total: reportValue,
  before: z.extend(reportValue, { from: z.iso.date(), to: z.iso.date() }),
  distribution: z.array(reportBar),
  by: z.nullable(z.enum(groupings)),
  rows: z.array(reportRow),
});

export type Report = z.output<typeof report>;
