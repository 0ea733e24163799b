import * as z from 'zod/mini';
import { channels } from '../channels/channel.ts';
import { id } from '../id.ts';
import { groupings, type MetricName, metrics } from './metrics.ts';

const metricNames = Object.keys(metrics) as [MetricName, ...MetricName[]];

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

const reportPart = z.object({ metric: z.enum(metricNames), by: z.optional(z.enum(groupings)) });

export type ReportPart = z.output<typeof reportPart>;

export const readParts = (parts = ''): ReportPart[] =>
  parts.split(',').flatMap((one) => {
    const [metric, by] = one.split(':');
    return z.safeParse(reportPart, { metric, by }).data ?? [];
  });

const partsMax = 20;

/** Metrics of the same days, each with what divides it: `rating,incoming:weekday_hour`. */
export const reportsQuery = z.extend(z.omit(reportQuery, { by: true }), {
  parts: z.optional(
    z.string().check(
      z.refine((parts: string) => readParts(parts).length === parts.split(',', partsMax).length, {
        error: `must be 1 to ${partsMax} metrics, such as rating,incoming:weekday_hour`,
      }),
    ),
  ),
});

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

/** How long half of the customers, and nine of ten, wait for an answer. */
export const usualWaits = z.object({ median_seconds: z.int(), p90_seconds: z.int() });

export type UsualWaits = z.output<typeof usualWaits>;

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

/** `before_rows`: by day, those of the range before. */
export const comparedReport = z.extend(report, { before_rows: z.array(reportRow) });

export type ComparedReport = z.output<typeof comparedReport>;
