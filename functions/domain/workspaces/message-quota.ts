import { ApiError } from '../../model/api-error.ts';
import type { Workspace } from '../../model/workspace.ts';
import { isoTime } from '../../platform/clock.ts';

/** The calendar month, in UTC, whose plan a message is spent from: 2026-11. */
export const toMonth = (timeMs: number): string => isoTime(timeMs).slice(0, 7);

/** Refuses what spends when the subscription has lapsed or the month's messages are used up. */
export const checkQuota = (workspace: Workspace, messagesUsed: number): void => {
  checkSubscription(workspace);
  const { messages_per_month: limit } = workspace;
  if (limit !== null && messagesUsed >= limit) throw planLimitReached(limit);
};

/** Refuses what spends when the subscription has lapsed. */
export const checkSubscription = ({ subscription }: Workspace): void => {
  if (subscription !== 'lapsed') return;
  throw new ApiError(
    'subscription_lapsed',
    "The workspace's subscription has lapsed: reading works, sending does not. Renew the subscription.",
  );
};

export const planLimitReached = (limit: number | null): ApiError =>
  new ApiError(
    'plan_limit_reached',
    `The plan's ${limit} messages of this month (UTC) are used up. Raise the plan, or send again next month.`,
  );
