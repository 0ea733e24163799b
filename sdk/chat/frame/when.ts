import type { Texts } from '../languages/texts.ts';

const dayMs = 86_400_000;

/** Latin digits and the calendar of the website in every language, as in the texts beside them. */
const format = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(`${locale}-u-nu-latn-ca-gregory`, options);

export const toTime = (locale: string, at: string): string =>
  format(locale, { hour: 'numeric', minute: '2-digit' }).format(new Date(at));

const startOfDay = (at: Date): number => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();

const daysAgo = (at: Date, now: Date): number => Math.round((startOfDay(now) - startOfDay(at)) / dayMs);

export const isSameDay = (one: string, other: string): boolean => daysAgo(new Date(one), new Date(other)) === 0;

/** `Today`, `Yesterday`, a weekday of the last days, or a date. */
export const toDay = (locale: string, at: string, now = new Date()): string => {
  const date = new Date(at);
  const days = daysAgo(date, now);
  if (days <= 1)
    return capitalize(new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-days, 'day'), locale);
  if (days < 7) return capitalize(format(locale, { weekday: 'long' }).format(date), locale);
  const isThisYear = date.getFullYear() === now.getFullYear();
  return format(locale, { day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) }).format(date);
};

const capitalize = (text: string, locale: string): string =>
  text.slice(0, 1).toLocaleUpperCase(locale.split('-')[0]) + text.slice(1);

/** When the company is back, in the visitor's own time. */
export const toReturn = (texts: Texts, locale: string, opensAt: string | null, now = new Date()): string => {
  if (opensAt === null) return texts.away;
  const date = new Date(opensAt);
  const days = -daysAgo(date, now);
  const time = toTime(locale, opensAt);
  if (days <= 0) return texts.backAt(time);
  if (days === 1) return texts.backTomorrow(time);
  const day = days < 7 ? { weekday: 'long' as const } : { day: 'numeric' as const, month: 'long' as const };
  return texts.backOn(format(locale, day).format(date), time);
};

export const toAnswerTime = (texts: Texts, locale: string, minutes: number | null): string | undefined => {
  if (minutes === null) return undefined;
  if (minutes > 60) return texts.answersWithinHours;
  if (minutes === 60) return texts.answersWithinHour;
  const unit = { style: 'unit', unit: 'minute', unitDisplay: 'long', numberingSystem: 'latn' } as const;
  return texts.answersWithin(new Intl.NumberFormat(locale, unit).format(minutes));
};

export const toSize = (locale: string, bytes: number): string => {
  const isLarge = bytes >= 1_000_000;
  const unit = isLarge ? 'megabyte' : 'kilobyte';
  const value = isLarge ? bytes / 1_000_000 : Math.max(1, Math.round(bytes / 1_000));
  const options = { style: 'unit', unit, maximumFractionDigits: 1, numberingSystem: 'latn' } as const;
  return new Intl.NumberFormat(locale, options).format(value);
};
