import { type MonthlyUsage, type Usage, usageSources } from '../../model/workspaces/usage.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { queryUsage, type StoredUsage } from '../../table/workspaces/message-quota.ts';
import { quotaDayAt } from './message-quota.ts';
import { getStoredWorkspace } from './workspaces.ts';

const monthsShown = 12;

export const getUsage = async (workspaceId: string): Promise<Usage> => {
  const { month, day } = quotaDayAt(clock.now());
  const months = lastMonths(month);
  const [{ messages_per_month, subscription }, stored] = await Promise.all([
    getStoredWorkspace(workspaceId),
    queryUsage(workspaceId, months[0] ?? month, month),
  ]);
  const toShown = (shown: string) =>
    toMonthlyUsage(
      shown,
      stored.find((one) => one.month === shown),
      shown === month ? Number(day) : daysIn(shown),
    );
  return { months: months.map(toShown), messages_per_month, subscription };
};

const lastMonths = (month: string): string[] => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return Array.from({ length: monthsShown }, (_, index) =>
    isoTime(Date.UTC(year, number - monthsShown + index, 1)).slice(0, 7),
  );
};

const daysIn = (month: string): number => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).getUTCDate();
};

const toMonthlyUsage = (month: string, stored: StoredUsage | undefined, days: number): MonthlyUsage => {
  const { messagesUsed = 0, days: counted = [], sources: counts } = stored ?? {};
  const sources = usageSources.map((source) => [source, Math.max(0, counts?.[source] ?? 0)]);
  return {
    month,
    messages_used: messagesUsed,
    days: Array.from({ length: days }, (_, index) => Math.max(0, counted[index] ?? 0)),
    sources: Object.fromEntries(sources) as Required<MonthlyUsage>['sources'],
  };
};
