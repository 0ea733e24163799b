import { channels } from '../channels/channel.ts';
import { weekdays } from '../routing/office-hours.ts';
import { addTo, barsFrom, barsOf, countOf, type Histogram, quantileOf } from './histogram.ts';
import type { ComparedReport, Report, ReportQuery, ReportValue } from './metric.ts';
import { type Grouping, type MetricName, metrics, ratingsMin } from './metrics.ts';
import type { Cell, Group, Measure, Rollup } from './rollup.ts';
import { addDays, type LocalTime, listDays, localClock, type Range, rangeBefore, startOfSlot } from './slots.ts';

export interface DayCounts {
  day: string;
  rollup: Rollup;
}

/** The days in UTC on which the days of any time zone can be. */
export const utcRange = ({ from, to }: Range): Range => ({ from: addDays(from, -1), to: addDays(to, 1) });

interface Tally {
  count: number;
  wall: Histogram;
  office: Histogram;
}

const newTally = (): Tally => ({ count: 0, wall: new Map(), office: new Map() });

interface Cut extends Range {
  timeZone: string;
  /** What is later is not counted yet, and has nothing to be compared with in the range before. */
  countedUntilMs?: number;
  by: Grouping | undefined;
  filter: Pick<ReportQuery, 'channel' | 'member_id' | 'team_id' | 'tag_id'>;
}

export type Counted = Pick<ComparedReport, 'total' | 'before' | 'distribution' | 'rows' | 'before_rows'>;

/** The counts of the range and of the one before, of whatever days they are given. */
export const cutReport = (metric: MetricName, days: readonly DayCounts[], cut: Cut): Counted => {
  const { by, timeZone, countedUntilMs = Number.POSITIVE_INFINITY } = cut;
  const before = rangeBefore(cut);
  const beforeUntilMs = countedUntilMs - (Date.parse(cut.from) - Date.parse(before.from));
  const [total, totalBefore] = [newTally(), newTally()];
  const rows = new Map<string | null, Tally>(listKeys(by, cut).map((key) => [key, newTally()]));
  const rowsBefore = new Map((by === 'day' ? listKeys(by, before) : []).map((key) => [key, newTally()]));
  const toLocal = localClock(timeZone);
  for (const { group, cell, time, atMs } of listCells(metric, days, toLocal)) {
    if (!matches(group, cut.filter)) continue;
    if (isIn(before, time.day)) {
      if (atMs < beforeUntilMs) count(totalBefore, cell);
      const row = rowsBefore.get(time.day);
      if (row) count(row, cell);
    }
    if (!isIn(cut, time.day)) continue;
    count(total, cell);
    for (const key of by ? keysOf(by, group, time) : []) {
      const row = rows.get(key) ?? newTally();
      count(row, cell);
      rows.set(key, row);
    }
  }
  return {
    total: toValue(metric, total),
    before: { ...before, ...toValue(metric, totalBefore) },
    distribution: metrics[metric].kind === 'duration' ? toDistribution(total.wall) : [],
    rows: [...rows].map(([key, tally]) => ({ key, ...toValue(metric, tally) })),
    before_rows: [...rowsBefore].map(([key, tally]) => ({ key, ...toValue(metric, tally) })),
  };
};

function* listCells(metric: MetricName, days: readonly DayCounts[], toLocal: (atMs: number) => LocalTime) {
  const wanted: readonly Measure[] = metrics[metric].measures;
  for (const { day, rollup } of days) {
    const times = new Map<number, LocalTime>();
    for (const { group, cells } of rollup)
      for (const cell of cells) {
        if (!wanted.includes(cell.measure)) continue;
        const atMs = startOfSlot(day, cell.slot);
        const time = times.get(cell.slot) ?? toLocal(atMs);
        times.set(cell.slot, time);
        yield { group, cell, time, atMs };
      }
  }
}

export const isIn = ({ from, to }: Range, day: string): boolean => from <= day && day <= to;

export const matches = (group: Group, { channel, member_id, team_id, tag_id }: Cut['filter']): boolean =>
  (channel === undefined || group.channel === channel) &&
  (member_id === undefined || group.member_id === member_id) &&
  (team_id === undefined || group.team_id === team_id) &&
  (tag_id === undefined || group.tag_ids.includes(tag_id));

const count = (tally: Tally, { bucket, officeBucket, count }: Cell): void => {
  tally.count += count;
  addTo(tally.wall, bucket, count);
  if (officeBucket !== undefined) addTo(tally.office, officeBucket, count);
};

const hours = Array.from({ length: 24 }, (_, hour) => String(hour));

/** The keys that are there even if nothing happened. */
const listKeys = (by: Grouping | undefined, { from, to }: Range): string[] => {
  switch (by) {
    case 'day':
      return listDays(from, to);
    case 'hour':
      return hours;
    case 'weekday':
      return [...weekdays];
    case 'weekday_hour':
      return weekdays.flatMap((weekday) => hours.map((hour) => `${weekday} ${hour}`));
    case 'channel':
      return [...channels];
    default:
      return [];
  }
};

/** A conversation with several tags counts with each, and null stands for none. */
const keysOf = (by: Grouping, group: Group, { day, weekday, hour }: LocalTime): (string | null)[] => {
  switch (by) {
    case 'day':
      return [day];
    case 'hour':
      return [String(hour)];
    case 'weekday':
      return [weekday];
    case 'weekday_hour':
      return [`${weekday} ${hour}`];
    case 'channel':
      return [group.channel];
    case 'member':
      return [group.member_id ?? null];
    case 'team':
      return [group.team_id ?? null];
    case 'tag':
      return group.tag_ids.length > 0 ? [...group.tag_ids] : [null];
    case 'reason':
      return [group.reason ?? null];
  }
};

const happyFrom = 4;

const toValue = (metric: MetricName, { count, wall, office }: Tally): ReportValue => {
  const { kind } = metrics[metric];
  const quantile = (histogram: Histogram, share: number): number | null =>
    kind === 'duration' ? (quantileOf(histogram, share) ?? null) : null;
  return {
    count,
    median_seconds: quantile(wall, 0.5),
    p90_seconds: quantile(wall, 0.9),
    office_median_seconds: quantile(office, 0.5),
    office_p90_seconds: quantile(office, 0.9),
    percent: kind === 'share' && count >= ratingsMin ? toPercent(wall) : null,
  };
};

/** The bucket of a rating is its score. */
const toPercent = (scores: Histogram): number => {
  const happy = countOf(new Map([...scores].filter(([score]) => score >= happyFrom)));
  return Math.round((100 * happy) / countOf(scores));
};

const toDistribution = (histogram: Histogram): Report['distribution'] =>
  barsOf(histogram).map((count, bar) => ({
    from_seconds: barsFrom[bar] ?? 0,
    to_seconds: barsFrom[bar + 1] ?? null,
    count,
  }));
