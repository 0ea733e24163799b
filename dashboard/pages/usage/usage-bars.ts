import type { MonthlyUsage } from '../../../functions/model/workspaces/usage.ts';
import type { Bar } from '../../components/charts/bars.ts';
import { dayName, monthName, shortDayName, shortMonthName } from '../../texts/calendar.ts';

const toDays = ({ month, days }: MonthlyUsage) =>
  days.map((messages, index) => ({ date: `${month}-${String(index + 1).padStart(2, '0')}`, messages }));

const weekDays = 7;

/** The whole month, also the days that are still to come. */
export const monthBars = (usage: MonthlyUsage): Bar[] => {
  const [year = 0, number = 0] = usage.month.split('-').map(Number);
  const days = toDays(usage);
  return Array.from({ length: new Date(Date.UTC(year, number, 0)).getUTCDate() }, (_, index) => {
    const date = `${usage.month}-${String(index + 1).padStart(2, '0')}`;
    const tick = index % weekDays === 0 ? String(index + 1) : undefined;
    return { id: date, name: dayName(date), tick, value: days[index]?.messages };
  });
};

/** The last days up to today, with a label per week. */
export const recentBars = (months: readonly MonthlyUsage[], length: number): Bar[] => {
  const days = months.slice(-2).flatMap(toDays).slice(-length);
  return days.map(({ date, messages }, index) => {
    const daysAgo = days.length - 1 - index;
    return {
      id: date,
      name: dayName(date),
      tick: daysAgo % weekDays === 0 ? shortDayName(date) : undefined,
      isMinorTick: daysAgo % (2 * weekDays) !== 0,
      value: messages,
    };
  });
};

export const yearBars = (months: readonly MonthlyUsage[]): Bar[] =>
  months.map(({ month, messages_used }, index) => ({
    id: month,
    name: monthName(month),
    tick: shortMonthName(month),
    isMinorTick: (months.length - 1 - index) % 2 === 1,
    value: messages_used,
  }));

export const sumBars = (bars: readonly Bar[]): number => bars.reduce((sum, { value = 0 }) => sum + value, 0);

/** From here on the plan is nearly used. */
export const nearlyUsedShare = 0.8;

export const planTone = (used: number, limit: number): 'accent' | 'warn' | 'bad' => {
  if (used >= limit) return 'bad';
  return used >= nearlyUsedShare * limit ? 'warn' : 'accent';
};
