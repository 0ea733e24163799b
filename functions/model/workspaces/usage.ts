import * as z from 'zod/mini';

/** The month and the day, both in UTC, on which a message is counted: `2026-11` and `15`. */
export interface QuotaDay {
  month: string;
  day: string;
  source?: UsageSource;
}

/** Where a message went and who sent it: a key, a member or a broadcast. Web chat is not counted. */
export const usageSources = ['msgapp_api', 'msgapp_agent', 'msgapp_broadcast', 'social_api', 'social_agent'] as const;

export type UsageSource = (typeof usageSources)[number];

const count = z.int().check(z.minimum(0));

const monthlyUsage = z.object({
  month: z.string(),
  messages_used: count,
  /** One number per day; in the current month up to today. */
  days: z.array(count),
  /** Messages that an earlier release counted are in none of them. */
  sources: z.optional(z.record(z.enum(usageSources), count)),
});

export type MonthlyUsage = z.output<typeof monthlyUsage>;

export const usage = z.object({
  /** The last twelve, oldest first. The last one is the current month. */
  months: z.array(monthlyUsage),
  messages_per_month: z.nullable(count),
  subscription: z.enum(['active', 'lapsed']),
});

export type Usage = z.output<typeof usage>;
