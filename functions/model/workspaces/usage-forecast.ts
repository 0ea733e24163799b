import type { MonthlyUsage, Usage } from './usage.ts';

export type UsageForecast = { kind: 'used_up'; date: string } | { kind: 'enough'; messages: number };

const dayMs = 24 * 60 * 60 * 1000;

/** Returns undefined where nothing can be said: without a limit, with nothing left to send, or after too few days. */
export const forecastUsage = (
  { months, messages_per_month: limit, subscription }: Usage,
  nowMs: number,
): UsageForecast | undefined => {
  const current = months.at(-1);
  const pace = dailyPace(months);
  if (!current || limit === null || subscription === 'lapsed' || current.messages_used >= limit || !pace) {
    return undefined;
  }
  const usedUpMs = nowMs + ((limit - current.messages_used) / pace) * dayMs;
  const endMs = monthEndMs(current.month);
  if (usedUpMs < endMs) return { kind: 'used_up', date: new Date(usedUpMs).toISOString().slice(0, 10) };
  const daysLeft = Math.max(0, endMs - nowMs) / dayMs;
  return { kind: 'enough', messages: current.messages_used + Math.round(pace * daysLeft) };
};

/** A week has quiet days and busy ones; with fewer than three days the mean says nothing. */
const daysMax = 7;
const daysMin = 3;

const dailyPace = (months: readonly MonthlyUsage[]): number | undefined => {
  const completeDays = months.flatMap(({ days }) => days).slice(0, -1);
  const first = completeDays.findIndex((messages) => messages > 0);
  const recent = first < 0 ? [] : completeDays.slice(first).slice(-daysMax);
  if (recent.length < daysMin) return undefined;
  return recent.reduce((sum, messages) => sum + messages, 0) / recent.length;
};

const monthEndMs = (month: string): number => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return Date.UTC(year, number, 1);
};
