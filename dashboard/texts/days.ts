import { locale } from './locale.ts';

const thisYear = new Intl.DateTimeFormat(locale, { weekday: 'long', month: 'long', day: 'numeric' });
const otherYear = new Intl.DateTimeFormat(locale, { dateStyle: 'full' });

/** The line above the entries of a day: "Today", "Yesterday", "Tuesday, November 17". */
export const dayHeading = (atMs: number, nowMs = Date.now()): string => {
  const at = new Date(atMs);
  const day = new Date(nowMs);
  if (at.toDateString() === day.toDateString()) return 'Today';
  const isThisYear = at.getFullYear() === day.getFullYear();
  day.setDate(day.getDate() - 1);
  if (at.toDateString() === day.toDateString()) return 'Yesterday';
  return (isThisYear ? thisYear : otherYear).format(at);
};
