import type { ComparedReport, Report } from '../../../functions/model/reports/metric.ts';
import { weekdays } from '../../../functions/model/routing/office-hours.ts';
import { reportTexts as texts } from '../../texts/en/reports.ts';
import type { FlowDay } from './flow-chart.tsx';
import { type Sheet, weekdayName } from './report-words.ts';
import type { AgentRow, TagRow } from './tables.tsx';

export const listDays = (started: ComparedReport, first: Report, compares: boolean): FlowDay[] => {
  const answered = new Map(first.rows.map(({ key, count }) => [key, count]));
  return started.rows.map(({ key, count }, index) => ({
    day: key ?? '',
    incoming: count,
    answered: answered.get(key) ?? 0,
    before: compares ? (started.before_rows[index]?.count ?? 0) : undefined,
  }));
};

type Reports = Partial<Record<'answers' | 'firstByMember' | 'closed' | 'rating' | 'tags', Report>>;

const rowsOf = (report: Report | undefined) => new Map((report?.rows ?? []).map((row) => [row.key, row]));

/** Those who answered most come first, and conversations that nobody had last. */
export const listAgents = (
  { answers, firstByMember, closed, rating }: Reports,
  members: readonly { id: string; name: string }[],
): AgentRow[] => {
  const names = new Map(members.map(({ id, name }) => [id, name]));
  const [answered, first, closes, ratings] = [answers, firstByMember, closed, rating].map(rowsOf);
  const keys = new Set([answered, first, closes, ratings].flatMap((rows) => [...(rows?.keys() ?? [])]));
  const rows = [...keys].map((id) => ({
    id,
    name: id === null ? texts.agents.nobody : (names.get(id) ?? texts.agents.former),
    answered: answered?.get(id)?.count ?? 0,
    first: first?.get(id)?.median_seconds ?? null,
    closed: closes?.get(id)?.count ?? 0,
    happy: ratings?.get(id)?.percent ?? null,
  }));
  return rows.toSorted(
    (one, other) => Number(one.id === null) - Number(other.id === null) || other.answered - one.answered,
  );
};

export const listTagRows = ({ tags }: Reports, known: readonly { id: string; name: string }[]): TagRow[] => {
  const names = new Map(known.map(({ id, name }) => [id, name]));
  return (tags?.rows ?? [])
    .map(({ key: id, count }) => ({
      id,
      name: id === null ? texts.tags.none : (names.get(id) ?? texts.tags.deleted),
      conversations: count,
    }))
    .toSorted(
      (one, other) => Number(one.id === null) - Number(other.id === null) || other.conversations - one.conversations,
    );
};

interface Shown {
  flow: readonly FlowDay[];
  first: Report;
  incoming: Report;
}

/** The numbers of the charts, as they are shown. */
export const toSheets = ({ flow, first, incoming }: Shown): Record<'flow' | 'heat' | 'bars', Sheet> => {
  const hasBefore = flow.some(({ before }) => before !== undefined);
  return {
    flow: {
      name: texts.flow.title,
      header: [
        ...[texts.flow.day, texts.flow.incoming, texts.flow.answered, texts.flow.notAnswered],
        ...(hasBefore ? [texts.flow.before] : []),
      ],
      rows: flow.map(({ day, incoming: value, answered, before }) => [
        ...[weekdayName(day), value, answered, value - answered],
        ...(before === undefined ? [] : [before]),
      ]),
    },
    heat: {
      name: texts.heat.title,
      header: [texts.heat.day, texts.heat.hour, texts.heat.messages],
      rows: incoming.rows
        .filter(({ count }) => count > 0)
        .map(({ key, count }) => {
          const [weekday = '', hour = ''] = (key ?? '').split(' ');
          const name = weekdays.find((one) => one === weekday);
          return [name ? texts.heat.weekdays[name] : weekday, hour, count];
        }),
    },
    bars: {
      name: texts.bars.title,
      header: [texts.bars.wait, texts.bars.conversations],
      rows: first.distribution.map(({ count }, index) => [texts.bars.names[index] ?? '', count]),
    },
  };
};
