import { inboxTexts } from '../../../texts/en/inbox.ts';
import { locale } from '../../../texts/locale.ts';
import { shortTime } from '../../../texts/time.ts';

const texts = inboxTexts.age;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short' });
const longWeekday = new Intl.DateTimeFormat(locale, { weekday: 'long' });
const shortDate = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' });
const longDate = new Intl.DateTimeFormat(locale, { month: 'long', day: 'numeric' });
const dateWithYear = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });

/** "2 min", "1 h 20 min", "3 d"; days from two days on. */
export const ageWords = (ageMs: number): string => {
  if (ageMs < minuteMs) return texts.now;
  if (ageMs < hourMs) return texts.min(Math.floor(ageMs / minuteMs));
  if (ageMs >= 2 * dayMs) return texts.d(Math.floor(ageMs / dayMs));
  return texts.h(Math.floor(ageMs / hourMs), Math.floor((ageMs % hourMs) / minuteMs));
};

/** "in 1 min", "1 min ago": never less. */
export const durationWords = (ms: number): string => ageWords(Math.max(minuteMs, ms));

/** "0:24", of a voice message. */
export const playTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** Screen readers hear the age in one unit. */
export const spokenAge = (ageMs: number): string => {
  if (ageMs < hourMs) return texts.words.min(Math.max(1, Math.floor(ageMs / minuteMs)));
  return ageMs < 2 * dayMs ? texts.words.h(Math.floor(ageMs / hourMs)) : texts.words.d(Math.floor(ageMs / dayMs));
};

const startOfDay = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0);

/** Whole local days between two times. Rounded, because a day may have 23 or 25 hours. */
export const daysBetween = (fromMs: number, toMs: number): number =>
  Math.round((startOfDay(toMs) - startOfDay(fromMs)) / dayMs);

/** "10:31" today, "Sun" this week, "Nov 4" before that. */
export const rowTime = (atMs: number, nowMs: number): string => {
  const days = daysBetween(atMs, nowMs);
  if (days <= 0) return shortTime(atMs);
  return days < 7 ? weekday.format(atMs) : shortDate.format(atMs);
};

/** The pill between two days of a conversation. */
export const dayWords = (atMs: number, nowMs: number): string => {
  const days = daysBetween(atMs, nowMs);
  if (days <= 0) return inboxTexts.thread.today;
  if (days === 1) return inboxTexts.thread.yesterday;
  if (days < 7) return longWeekday.format(atMs);
  const isThisYear = new Date(atMs).getFullYear() === new Date(nowMs).getFullYear();
  return (isThisYear ? longDate : dateWithYear).format(atMs);
};
