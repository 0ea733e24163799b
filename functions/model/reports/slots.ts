import { type Weekday, weekdays } from '../routing/office-hours.ts';
import { offsetMsAt } from '../routing/zone-offset.ts';

/** Counts are kept by quarters of an hour in UTC, because every time zone is ahead by a multiple of that. */
export const slotMs = 15 * 60_000;

const dayMs = 24 * 60 * 60_000;

export const slotsPerDay = dayMs / slotMs;

/** A day in UTC such as 2026-11-19, by which counts are stored. */
export const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 'yyyy-mm-dd'.length);

export const slotOf = (atMs: number): number => Math.floor((((atMs % dayMs) + dayMs) % dayMs) / slotMs);

export const startOfSlot = (day: string, slot: number): number => Date.parse(day) + slot * slotMs;

export const addDays = (day: string, days: number): string => dayOf(Date.parse(day) + days * dayMs);

/** How many days there are from one to the other, both included. */
export const countDays = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

export const listDays = (from: string, to: string): string[] =>
  Array.from({ length: Math.max(0, countDays(from, to)) }, (_, index) => addDays(from, index));

export interface Range {
  from: string;
  to: string;
}

/** The range before begins whole weeks earlier, so weekdays meet weekdays, and just enough of them that no day is in both. */
export const rangeBefore = ({ from, to }: Range): Range => {
  const weeks = Math.ceil(countDays(from, to) / 7);
  return { from: addDays(from, -7 * weeks), to: addDays(to, -7 * weeks) };
};

export interface LocalTime {
  day: string;
  weekday: Weekday;
  hour: number;
}

/** What the clocks of a time zone show. An hour that they repeat is counted with the one before. */
export const localClock = (zone: string): ((atMs: number) => LocalTime) => {
  const offsetOf = rememberOffsets(zone);
  return (atMs) => {
    const local = new Date(atMs + offsetOf(atMs));
    const weekday = weekdays[(local.getUTCDay() + 6) % 7] ?? 'monday';
    return { day: dayOf(local.getTime()), weekday, hour: local.getUTCHours() };
  };
};

/** Asking for an offset is slow, and most days have one. */
const rememberOffsets = (zone: string): ((atMs: number) => number) => {
  const known = new Map<number, number>();
  const offsetAt = (atMs: number): number => {
    const offset = known.get(atMs) ?? offsetMsAt(zone, atMs);
    known.set(atMs, offset);
    return offset;
  };
  return (atMs) => {
    const startMs = Math.floor(atMs / dayMs) * dayMs;
    const offset = offsetAt(startMs);
    return offset === offsetAt(startMs + dayMs) ? offset : offsetAt(Math.floor(atMs / slotMs) * slotMs);
  };
};
