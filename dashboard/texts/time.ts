import { locale } from './locale.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const exact = new Intl.DateTimeFormat(locale, {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});
const timestamp = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
const timeOfDay = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });

/** Counts days from midnight to midnight, as people do: 26 hours ago may be two days ago. */
const dayNumber = (atMs: number): number => Math.floor((atMs - new Date(atMs).getTimezoneOffset() * minuteMs) / dayMs);

const units = [
  { unit: 'hour', ms: hourMs },
  { unit: 'minute', ms: minuteMs },
  { unit: 'second', ms: secondMs },
] as const;

/** Relative within a week, before and after; a date beyond that. */
export const relativeTime = (atMs: number, nowMs: number): string => {
  const distanceMs = atMs - nowMs;
  if (Math.abs(distanceMs) >= 7 * dayMs) return day.format(atMs);
  if (Math.abs(distanceMs) >= dayMs) return relative.format(dayNumber(atMs) - dayNumber(nowMs), 'day');
  const fit = units.find(({ ms }) => Math.abs(distanceMs) >= ms);
  if (!fit) return 'just now';
  const rounded = distanceMs > 0 ? Math.round(distanceMs / fit.ms) : Math.ceil(distanceMs / fit.ms);
  return relative.format(rounded, fit.unit);
};

/** Nov 16, 2026 */
export const dayOf = (atMs: number): string => day.format(atMs);

export const exactTime = (atMs: number): string => exact.format(atMs);

const steps = [
  { unit: 'h', ms: hourMs },
  { unit: 'min', ms: minuteMs },
  { unit: 's', ms: 5 * secondMs, count: 5 },
];

/** Rounded to five seconds, so that it does not change while it is read. */
export const shortAge = (ageMs: number): string => {
  const fit = steps.find(({ ms }) => ageMs >= ms);
  return fit ? `${Math.floor(ageMs / fit.ms) * (fit.count ?? 1)} ${fit.unit} ago` : 'just now';
};

const planned = new Intl.DateTimeFormat(locale, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** Nov 16, 6:00 PM, for a time within weeks. */
export const dateTime = (atMs: number): string => planned.format(atMs);

/** Shows seconds, for a log. */
export const logTime = (atMs: number): string => timestamp.format(atMs);

export const clockTime = (atMs: number): string => timeOfDay.format(atMs);

const timeOfMessage = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });

/** Shows a time as chats do. */
export const shortTime = (atMs: number): string => timeOfMessage.format(atMs);

/** Formats a time for a field of the type `datetime-local`, which has the browser's time zone. */
export const toLocalTime = (atMs: number): string =>
  new Date(atMs - new Date(atMs).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
