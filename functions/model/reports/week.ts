import { weekdays } from '../routing/office-hours.ts';
import { offsetMsAt } from '../routing/zone-offset.ts';
import { addDays, localClock } from './slots.ts';

const hourMs = 60 * 60_000;

/** By then, Sunday is counted. */
const mailHour = 8;

interface Morning {
  /** The Monday. */
  day: string;
  atMs: number;
}

/** Monday at eight o'clock by the clocks of the time zone, in the week of this moment. */
const morningOf = (zone: string, day: string): Morning => {
  const localMs = Date.parse(day) + mailHour * hourMs;
  const roughMs = localMs - offsetMsAt(zone, localMs);
  return { day, atMs: localMs - offsetMsAt(zone, roughMs) };
};

const thisMonday = (zone: string, atMs: number): string => {
  const { day, weekday } = localClock(zone)(atMs);
  return addDays(day, -weekdays.indexOf(weekday));
};

/** The last one that has come. */
export const lastMorning = (zone: string, atMs: number): Morning => {
  const monday = thisMonday(zone, atMs);
  const morning = morningOf(zone, monday);
  return morning.atMs <= atMs ? morning : morningOf(zone, addDays(monday, -7));
};

export const nextMorning = (zone: string, atMs: number): Morning =>
  morningOf(zone, addDays(lastMorning(zone, atMs).day, 7));
