import { ApiError } from '../../model/api-error.ts';
import type { QuotaDay } from '../../model/workspaces/usage.ts';
import type { Workspace } from '../../model/workspaces/workspace.ts';
import { isoTime } from '../../platform/clock.ts';

/** The calendar month in UTC, such as 2026-11. */
export const toMonth = (timeMs: number): string => isoTime(timeMs).slice(0, 7);

export const quotaDayAt = (timeMs: number): QuotaDay => ({ month: toMonth(timeMs), day: isoTime(timeMs).slice(8, 10) });

export const checkQuota = (workspace: Workspace, messagesUsed: number): void => {
  checkSubscription(workspace);
  const { messages_per_month: limit } = workspace;
  if (limit !== null && messagesUsed >= limit) throw planLimitReached(limit);
};

export const checkSubscription = ({ subscription }: Workspace): void => {
  if (subscription !== 'lapsed') return;
  throw new ApiError(
    'subscription_lapsed',
    "The workspace's subscription has lapsed, so it can read but not send. Renew the subscription.",
  );
};

export const planLimitReached = (limit: number | null): ApiError =>
  new ApiError(
    'plan_limit_reached',
    `The plan's ${limit} messages for this month (UTC) are used up. Upgrade the plan, or send again next month.`,
  );
