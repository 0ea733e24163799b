import { locale } from './locale.ts';

const utc = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });

const longMonth = utc({ month: 'long', year: 'numeric' });
const shortMonth = utc({ month: 'short' });
const longDay = utc({ month: 'long', day: 'numeric' });
const shortDay = utc({ month: 'short', day: 'numeric' });

/** The server counts by UTC, so these are the same wherever the browser is. */
const parse = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** `2026-11` → November 2026 */
export const monthName = (month: string): string => longMonth.format(parse(`${month}-01`));

/** Nov */
export const shortMonthName = (month: string): string => shortMonth.format(parse(`${month}-01`));

/** `2026-11-05` → November 5 */
export const dayName = (date: string): string => longDay.format(parse(date));

/** Nov 5 */
export const shortDayName = (date: string): string => shortDay.format(parse(date));

/** `2026-11` → December 1 */
export const nextMonthName = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return longDay.format(Date.UTC(year, number, 1));
};
