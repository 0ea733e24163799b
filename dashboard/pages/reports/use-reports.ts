import type { Report, ReportQuery } from '../../../functions/model/reports/metric.ts';
import type { Grouping, MetricName } from '../../../functions/model/reports/metrics.ts';
import { addDays } from '../../../functions/model/reports/slots.ts';
import { useLive } from '../../api/queries.ts';
import { daysBefore } from './report-words.ts';

/** Counts change once an hour. */
const everyMs = 600_000;

type ReportFilter = Pick<ReportQuery, 'channel' | 'team_id' | 'member_id' | 'tag_id'>;

export interface Chosen {
  range: '7' | '30' | '90' | 'custom';
  from: string | undefined;
  to: string | undefined;
  compares: boolean;
  filter: ReportFilter;
}

/** Everything that the page shows, from one kind of read. Today is that of the workspace, so the first answer says it. */
export const useReports = ({ range, from, to, compares, filter }: Chosen) => {
  const today = useLive('getReport', { metric: 'unanswered' }, { everyMs });
  const last = today.data?.data.to;
  const isCustom = range === 'custom' && from !== undefined && to !== undefined && from <= to;
  const preset = last && { from: addDays(last, 1 - (range === 'custom' ? 30 : Number(range))), to: last };
  const days = isCustom ? { from, to } : preset || undefined;
  const use = (metric: MetricName, by: Grouping, of = days, isWanted = true) =>
    // biome-ignore lint/correctness/useHookAtTopLevel: it is called in the same order each time.
    useLive(
      'getReport',
      { metric },
      { input: { ...of, by, ...filter }, everyMs, isEnabled: of !== undefined && isWanted, keepsPrevious: true },
    );
  const queries = {
    started: use('new_conversations', 'day'),
    first: use('first_answer', 'day'),
    closed: use('time_to_close', 'member'),
    rating: use('rating', 'member'),
    incoming: use('incoming', 'weekday_hour'),
    answers: use('every_answer', 'member'),
    firstByMember: use('first_answer', 'member'),
    tags: use('new_conversations', 'tag'),
    before: use('new_conversations', 'day', days && daysBefore(days), compares),
  };
  const reports = Object.fromEntries(Object.entries(queries).map(([name, { data }]) => [name, data?.data])) as Partial<
    Record<keyof typeof queries, Report>
  >;
  const all = [today, ...Object.values(queries)];
  return {
    days,
    last,
    reports,
    error: all.find(({ error }) => error !== null)?.error ?? null,
    isFetching: all.some(({ isFetching }) => isFetching),
    refetch: async () => void (await Promise.all(all.map((query) => query.refetch()))),
  };
};
