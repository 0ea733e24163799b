import { daysBetween } from '../words/ages.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const halfHourMinutes = 30;
const morningHour = 9;
const monday = 1;

/** In three hours, at the next half hour. Undefined once that is not today any more. */
const laterToday = (nowMs: number): number | undefined => {
  const at = new Date(nowMs + 3 * hourMs);
  const pastMs = ((at.getMinutes() % halfHourMinutes) * 60 + at.getSeconds()) * 1_000 + at.getMilliseconds();
  const laterMs = at.getTime() + (pastMs === 0 ? 0 : halfHourMinutes * minuteMs - pastMs);
  return daysBetween(nowMs, laterMs) === 0 ? laterMs : undefined;
};

/** A morning of the person's own calendar, however many hours away a change of the clocks makes it. */
const morningIn = (days: number, nowMs: number): number => {
  const now = new Date(nowMs);
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morningHour).getTime();
};

/** The times that the menu offers, in the time zone of the browser. */
export const snoozeTimes = (nowMs: number) => ({
  today: laterToday(nowMs),
  tomorrow: morningIn(1, nowMs),
  monday: morningIn(((monday + 6 - new Date(nowMs).getDay()) % 7) + 1, nowMs),
});

/** The latest time that the server accepts. */
const daysMax = 366;

export const isSnoozeTime = (atMs: number, nowMs: number): boolean =>
  atMs > nowMs && atMs <= nowMs + daysMax * 24 * hourMs;
