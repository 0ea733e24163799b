import { byteOrderMark, toCsv } from '../../../functions/model/csv.ts';
import { duration } from '../../../functions/model/reports/duration.ts';
import type { Report, ReportValue } from '../../../functions/model/reports/metric.ts';
import { download, fileNameOf } from '../../context/download.ts';
import { shortDayName } from '../../texts/calendar.ts';
import { reportTexts as texts } from '../../texts/en/reports.ts';
import { locale } from '../../texts/locale.ts';
import { count } from '../../texts/numbers.ts';

export const orDash = (seconds: number | null): string => (seconds === null ? '–' : duration(seconds));

/** Oct 19 – Nov 17 */
export const rangeName = ({ from, to }: { from: string; to: string }): string =>
  from === to ? shortDayName(from) : `${shortDayName(from)} – ${shortDayName(to)}`;

const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Thu, Nov 12 */
export const weekdayName = (date: string): string => weekday.format(Date.parse(date));

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const timeIn = (zone: string, at: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { timeZone: zone, ...options }).format(Date.parse(at));

export const countedWords = ({ counted_until: until, time_zone: zone }: Report): string =>
  texts.counted(timeIn(zone, until, clock), zone);

/** Nov 12, 14:05 */
export const momentIn = (zone: string, at: string): string =>
  timeIn(zone, at, { month: 'short', day: 'numeric', ...clock });

export interface Change {
  tone: 'ok' | 'bad' | 'even';
  isUp: boolean;
  words: string;
}

/** Green and red are for what is better one way. Volume is not. */
export const changeOf = (
  now: ReportValue,
  before: ReportValue,
  kind: 'count' | 'duration' | 'share',
): Change | null => {
  const [value, earlier] =
    kind === 'count'
      ? [now.count, before.count]
      : kind === 'duration'
        ? [now.median_seconds, before.median_seconds]
        : [now.percent, before.percent];
  if (value === null || earlier === null || (kind === 'count' && earlier === 0)) return null;
  const difference = value - earlier;
  const isUp = difference > 0;
  if (difference === 0) return { tone: 'even', isUp, words: texts.change.same };
  const size = Math.abs(difference);
  if (kind === 'count') {
    const rounded = Math.round((100 * size) / earlier);
    const words = rounded === 0 ? texts.share(size, earlier) : `${count(rounded)}%`;
    return { tone: 'even', isUp, words: isUp ? texts.change.more(words) : texts.change.fewer(words) };
  }
  if (kind === 'duration')
    return isUp
      ? { tone: 'bad', isUp, words: texts.change.slower(duration(size)) }
      : { tone: 'ok', isUp, words: texts.change.faster(duration(size)) };
  const points = texts.change.points(size);
  return isUp
    ? { tone: 'ok', isUp, words: texts.change.higher(points) }
    : { tone: 'bad', isUp, words: texts.change.lower(points) };
};

type Cells = readonly (string | number)[];

/** A chart as a table, and the same as a file. */
export interface Sheet {
  name: string;
  header: readonly string[];
  rows: readonly Cells[];
}

const toText = ({ header, rows }: Sheet): string => toCsv([header, ...rows.map((cells) => cells.map(String))]);

export const downloadSheets = (workspace: string, sheets: readonly Sheet[]): void => {
  const [first] = sheets;
  const isOne = sheets.length === 1 && first;
  const what = isOne ? `report-${first.name.toLowerCase().replaceAll(' ', '-')}` : 'reports';
  const text = isOne ? toText(first) : sheets.map((sheet) => `${toCsv([[sheet.name]])}${toText(sheet)}`).join('\r\n');
  download(fileNameOf(what, workspace, 'csv'), byteOrderMark + text, 'text/csv;charset=utf-8');
};
