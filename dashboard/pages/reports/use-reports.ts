import type { ComparedReport, ReportQuery } from '../../../functions/model/reports/metric.ts';
import { addDays } from '../../../functions/model/reports/slots.ts';
import { useLive } from '../../api/queries.ts';

/** Counts change once an hour. */
const everyMs = 600_000;

type ReportFilter = Pick<ReportQuery, 'channel' | 'team_id' | 'member_id' | 'tag_id'>;

export interface Chosen {
  range: '7' | '30' | '90' | 'custom';
  from: string | undefined;
  to: string | undefined;
  filter: ReportFilter;
}

const parts = {
  ...{ started: 'new_conversations:day', first: 'first_answer:day', closed: 'time_to_close:member' },
  ...{ rating: 'rating:member', incoming: 'incoming:weekday_hour', answers: 'every_answer:member' },
  ...{ firstByMember: 'first_answer:member', tags: 'new_conversations:tag' },
};

const broadcastParts = {
  ...{ sent: 'broadcast_sent', delivered: 'broadcast_delivered', read: 'broadcast_read' },
  ...{ answered: 'broadcast_answered', optedOut: 'broadcast_opted_out', failed: 'broadcast_failed:reason' },
};

type Shown = Partial<Record<keyof typeof parts | keyof typeof broadcastParts, ComparedReport>>;

/** Everything that the page shows, from one read. Today is that of the workspace, so the first answer says it. */
export const useReports = ({ range, from, to, filter }: Chosen) => {
  const today = useLive('getReport', { metric: 'unanswered' }, { everyMs });
  const last = today.data?.data.to;
  const isCustom = range === 'custom' && from !== undefined && to !== undefined && from <= to;
  const preset = last && { from: addDays(last, 1 - (range === 'custom' ? 30 : Number(range))), to: last };
  const days = isCustom ? { from, to } : preset || undefined;
  const { channel, ...ofPeople } = filter;
  const hasBroadcasts = Object.keys(ofPeople).length === 0;
  const asked = { ...parts, ...(hasBroadcasts && broadcastParts) };
  const input = { ...days, ...filter, parts: Object.values(asked).join(',') };
  const query = useLive('listReports', {}, { input, everyMs, isEnabled: days !== undefined, keepsPrevious: true });
  const answered = query.data?.data ?? [];
  const reports: Shown = Object.fromEntries(Object.keys(asked).map((name, index) => [name, answered[index]]));
  return {
    ...{ days, last, reports },
    error: today.error ?? query.error,
    isFetching: today.isFetching || query.isFetching,
    refetch: async () => void (await Promise.all([today.refetch(), query.refetch()])),
  };
};
