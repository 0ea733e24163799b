import { duration } from '../../../functions/model/reports/duration.ts';
import type { ComparedReport, Report, ReportValue } from '../../../functions/model/reports/metric.ts';
import { metrics } from '../../../functions/model/reports/metrics.ts';
import { weekdays } from '../../../functions/model/routing/office-hours.ts';
import { reportTexts as texts } from '../../texts/en/reports.ts';
import { dayTitle, type FlowDay } from './flow-chart.tsx';
import { rangeName, type Sheet } from './report-words.ts';

export interface AgentRow {
  id: string | null;
  name: string;
  answered: number;
  first: number | null;
  closed: number;
  happy: number | null;
}

export interface TagRow {
  id: string | null;
  name: string;
  conversations: number;
}

export const listDays = (
  started: ComparedReport,
  first: Report,
  { compares, today = '' }: { compares: boolean; today: string | undefined },
): FlowDay[] => {
  const answered = new Map(first.rows.map(({ key, count }) => [key, count]));
  return started.rows.map(({ key, count }, index) => ({
    day: key ?? '',
    incoming: count,
    answered: answered.get(key) ?? 0,
    before: compares ? toBefore(started.before_rows[index]) : undefined,
    isOpen: (key ?? '') >= today,
  }));
};

const toBefore = (row: Report['rows'][number] | undefined): FlowDay['before'] =>
  row && { day: row.key ?? '', count: row.count };

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

const steps = ['sent', 'delivered', 'read', 'answered', 'optedOut', 'failed'] as const;

export interface BroadcastRow {
  step: (typeof steps)[number];
  name: string;
  value: number;
  /** The whole of which the value is a share. Absent for the whole itself. */
  whole?: number;
}

type BroadcastReports = Partial<Record<(typeof steps)[number], Report>>;

/** Empty where filters are set that broadcasts do not have. */
export const listSteps = (reports: BroadcastReports): BroadcastRow[] => {
  const countOf = (step: BroadcastRow['step']): number => reports[step]?.total.count ?? 0;
  const sent = countOf('sent');
  return (reports.sent ? steps : []).map((step) => ({
    ...{ step, name: texts.broadcasts.names[step], value: countOf(step) },
    ...(step !== 'sent' && { whole: step === 'failed' ? sent + countOf('failed') : sent }),
  }));
};

/** Several codes may have one reason. */
export const listReasons = ({ failed }: BroadcastReports): { name: string; value: number }[] => {
  const byName = Map.groupBy(failed?.rows ?? [], ({ key }) => texts.broadcasts.reason(key));
  return [...byName]
    .map(([name, rows]) => ({ name, value: rows.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((one, other) => other.value - one.value);
};

interface Shown {
  heads: readonly ComparedReport[];
  flow: readonly FlowDay[];
  first: Report;
  incoming: Report;
  broadcasts: BroadcastReports;
  agents: readonly AgentRow[];
  tags: readonly TagRow[];
}

const toText = ({ kind }: { kind: string }, value: ReportValue): string | number => {
  if (kind === 'count') return value.count;
  if (kind === 'share') return value.percent === null ? '' : `${value.percent}%`;
  return inWords(value.median_seconds);
};

const inWords = (seconds: number | null): string => (seconds === null ? '' : duration(seconds));

/** All numbers of the page, as they are shown. */
export const toSheets = ({ heads, flow, first, incoming, broadcasts, agents, tags }: Shown) => {
  const hasBefore = flow.some(({ before }) => before !== undefined);
  const { numbers, share } = texts;
  const total = heads[0]?.total.count ?? 0;
  const reasons = listReasons(broadcasts);
  const zone = incoming.time_zone;
  return {
    numbers: {
      name: numbers.title,
      header: hasBefore ? numbers.header : numbers.header.slice(0, 2),
      rows: [
        [numbers.zone, zone],
        [numbers.days, ...[incoming, ...(hasBefore ? [incoming.before] : [])].map(rangeName)],
        ...heads.map(({ metric, total, before }) => [
          metrics[metric].name,
          ...[total, ...(hasBefore ? [before] : [])].map((value) => toText(metrics[metric], value)),
        ]),
      ],
    },
    flow: {
      name: texts.flow.title,
      header: [
        ...[texts.flow.day, texts.flow.incoming, texts.flow.answered, texts.flow.notAnswered],
        ...(hasBefore ? [texts.flow.before] : []),
      ],
      rows: flow.map((day) => [
        ...[dayTitle(day), day.incoming, day.answered, day.incoming - day.answered],
        ...(day.before ? [day.before.count] : []),
      ]),
    },
    heat: {
      name: texts.heat.title,
      header: [texts.heat.day, texts.heat.hour(zone), texts.heat.messages],
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
    broadcasts: {
      name: texts.broadcasts.title,
      header: texts.broadcasts.header,
      rows: [
        ...listSteps(broadcasts).map(({ name, value, whole }) => [
          ...[name, value, whole === undefined ? '' : share(value, whole)],
        ]),
        ...reasons.map(({ name, value }) => [texts.broadcasts.failedFor(name), value, '']),
      ],
    },
    agents: {
      name: texts.agents.title,
      header: Object.values(texts.agents.headers),
      rows: agents.map(({ name, answered, first, closed, happy }) => [
        ...[name, answered, inWords(first), closed, happy === null ? '' : `${happy}%`],
      ]),
    },
    tags: {
      name: texts.tags.title,
      header: Object.values(texts.tags.headers),
      rows: tags.map(({ name, conversations }) => [name, conversations, share(conversations, total)]),
    },
  } satisfies Record<string, Sheet>;
};
