import { offsetMsAt } from './zone-offset.ts';

// Without schemas, because reports and the dashboard calculate with it.

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

export type Weekday = (typeof weekdays)[number];

/** Local times such as 09:00. The end may be 24:00. */
export interface Span {
  from: string;
  to: string;
}

export interface Holiday {
  date: string;
  name: string;
  spans: Span[];
}

export interface OfficeHours {
  time_zone: string;
  week: Record<Weekday, Span[]>;
  holidays: Holiday[];
}

export const spansMax = 3;
export const holidaysMax = 100;
export const holidayNameCharactersMax = 60;

/** Times of this form sort as text. */
export const areInOrder = (spans: readonly Span[]): boolean =>
  spans.every(({ from, to }, index) => from < to && from >= (spans[index - 1]?.to ?? ''));

/** Null stands for a workspace without office hours, which is always open. */
export type Hours = OfficeHours | null;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

type Stretch = readonly [startMs: number, endMs: number];

/**
 * Whether the clocks of the time zone show a time of a span. So an hour that clocks repeat is open twice, and one that
 * they skip is not there.
 */
export const isOpen = (hours: Hours, atMs: number): boolean => !openStretches(hours, atMs, atMs + 1).next().done;

/** The first open moment from this one on, which may be this one. Undefined if it never opens again. */
export const nextOpening = (hours: Hours, atMs: number): number | undefined =>
  openStretches(hours, atMs, horizonMs(hours, atMs)).next().value?.[0];

/** When the present stretch of open hours ends. Undefined if it is closed, or never closes. */
export const nextClosing = (hours: Hours, atMs: number): number | undefined => {
  const untilMs = horizonMs(hours, atMs);
  let closing = atMs;
  for (const [start, end] of openStretches(hours, atMs, untilMs)) {
    if (start > closing) break;
    closing = end;
  }
  return closing === atMs || closing === untilMs ? undefined : closing;
};

/** The milliseconds of office hours between two times. */
export const officeMs = (hours: Hours, fromMs: number, toMs: number): number => {
  let sum = 0;
  for (const [start, end] of openStretches(hours, fromMs, toMs)) sum += end - start;
  return sum;
};

/** In order. What is open without a break may come in several parts. */
function* openStretches(hours: Hours, fromMs: number, toMs: number): Generator<Stretch, undefined> {
  if (!hours) {
    if (fromMs < toMs) yield [fromMs, toMs];
    return;
  }
  const spansOf = spansByDate(hours);
  for (const [start, end, offset] of constantOffsets(hours.time_zone, fromMs, toMs)) {
    // With one offset, local times are as far apart as the moments.
    for (let day = startOfDay(start + offset); day < end + offset; day += dayMs) {
      for (const { from, to } of spansOf(day)) {
        const opens = Math.max(start, day + toMsOfDay(from) - offset);
        const closes = Math.min(end, day + toMsOfDay(to) - offset);
        if (opens < closes) yield [opens, closes];
      }
    }
  }
}

const startOfDay = (localMs: number): number => Math.floor(localMs / dayMs) * dayMs;

const toMsOfDay = (time: string): number => {
  const [hour, minute] = time.split(':').map(Number);
  return ((hour ?? 0) * 60 + (minute ?? 0)) * minuteMs;
};

const spansByDate = ({ week, holidays }: OfficeHours): ((dayMs: number) => readonly Span[]) => {
  const byDate = new Map(holidays.map(({ date, spans }) => [date, spans]));
  return (localDayMs) => {
    const date = new Date(localDayMs);
    const weekday = weekdays[(date.getUTCDay() + 6) % 7] ?? 'monday';
    return byDate.get(date.toISOString().slice(0, 'yyyy-mm-dd'.length)) ?? week[weekday];
  };
};

/** Parts of at most a day. No zone has changed its clocks twice in one. */
function* constantOffsets(zone: string, fromMs: number, toMs: number) {
  let offset = offsetMsAt(zone, fromMs);
  for (let start = fromMs; start < toMs; ) {
    const end = Math.min(start + dayMs, toMs);
    const next = offsetMsAt(zone, end);
    const change = next === offset ? end : findChange(zone, offset, start, end);
    yield [start, change, offset] as const;
    offset = change === end ? next : offsetMsAt(zone, change);
    start = change;
  }
}

/** The first moment that no longer has the offset. */
const findChange = (zone: string, offset: number, startMs: number, endMs: number): number => {
  let [before, after] = [startMs, endMs];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetMsAt(zone, middle) === offset) before = middle;
    else after = middle;
  }
  return after;
};

/** Until then it has opened, if it opens at all: each holiday can close a weekday once, and clocks can skip a span. */
const horizonMs = (hours: Hours, atMs: number): number => {
  const holidays: readonly Holiday[] = hours?.holidays ?? [];
  const lastHolidayMs = Math.max(atMs, ...holidays.map(({ date }) => Date.parse(date) + 2 * dayMs));
  return Math.max(atMs + (holidays.length + 3) * 7 * dayMs, lastHolidayMs);
};
