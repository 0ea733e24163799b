import { ApiError } from '../../model/api-error.ts';
import type { MemberCaller } from '../../model/members/member.ts';
import { hasRole } from '../../model/members/member.ts';
import { bucketOf } from '../../model/reports/histogram.ts';
import type { Report, ReportQuery } from '../../model/reports/metric.ts';
import { daysMax, type MetricName } from '../../model/reports/metrics.ts';
import { cutReport, type DayCounts, type Range, rangeBefore, utcRange } from '../../model/reports/report.ts';
import { addDays, countDays, dayOf, localClock, slotOf } from '../../model/reports/slots.ts';
import { clock, hourMs, isoTime } from '../../platform/clock.ts';
import { queryInboxRows } from '../../table/conversations/inbox.ts';
import { readWaitMs } from '../../table/conversations/inbox-fields.ts';
import { queryRollups } from '../../table/reports/reports.ts';
import { getStoredWorkspace } from '../workspaces/workspaces.ts';
import { graceMs } from './count-day.ts';

/** Whose rows the caller may see: undefined stands for those of all members. */
export const viewOf = (caller: object): string | undefined => {
  const { role, userId } = caller as Partial<MemberCaller>;
  return role === undefined || hasRole(role, 'admin') ? undefined : userId;
};

/** The counts are those of the API, the page, its CSV and the weekly mail. */
export const getReport = async (
  workspaceId: string,
  metric: MetricName,
  query: ReportQuery,
  onlyMember?: string,
): Promise<Report> => {
  const { by } = query;
  const { range, timeZone, filter } = await readQuery(workspaceId, query, onlyMember);
  const days =
    metric === 'unanswered'
      ? await countWaits(workspaceId, query)
      : await queryRollups(workspaceId, { from: utcRange(rangeBefore(range)).from, to: utcRange(range).to });
  const counted = cutReport(metric, days, { ...range, timeZone, by, filter });
  const isShown = ({ key }: Report['rows'][number]) => by !== 'member' || !onlyMember || key === onlyMember;
  return {
    metric,
    ...range,
    time_zone: timeZone,
    counted_until: metric === 'unanswered' ? isoTime(clock.now()) : countedUntil(),
    ...counted,
    by: by ?? null,
    rows: counted.rows.filter(isShown),
  };
};

const defaultDays = 30;

/** Days are those of the workspace's time zone. */
export const readQuery = async (
  workspaceId: string,
  { from, to, channel, member_id, team_id, tag_id }: Omit<ReportQuery, 'by'>,
  onlyMember: string | undefined,
) => {
  const { time_zone: timeZone = 'UTC' } = await getStoredWorkspace(workspaceId);
  const last = to ?? localClock(timeZone)(clock.now()).day;
  const range: Range = { from: from ?? addDays(last, 1 - defaultDays), to: last };
  const days = countDays(range.from, range.to);
  if (days < 1 || days > daysMax)
    throw new ApiError('bad_request', `"to" must be 0 to ${daysMax - 1} days after "from".`);
  if (onlyMember !== undefined && member_id !== undefined && member_id !== onlyMember)
    throw new ApiError('forbidden', 'Only Admins see the numbers of their colleagues.');
  return { range, timeZone, filter: { channel, member_id, team_id, tag_id } };
};

/** Days are counted after each hour, by a sweep that comes every 15 minutes. */
const sweepMs = 15 * 60_000;

const countedUntil = (): string => isoTime(Math.floor((clock.now() - graceMs - sweepMs) / hourMs) * hourMs);

const waitsMax = 1_000;

/** Those who wait now, as if they had been counted when they began to. */
const countWaits = async (workspaceId: string, { tag_id, by }: ReportQuery): Promise<DayCounts[]> => {
  if (tag_id !== undefined || by === 'tag')
    throw new ApiError('bad_request', 'Those who wait cannot be counted by tag. Leave out "tag_id" and "by".');
  const { items } = await queryInboxRows(workspaceId, 'open', { limit: waitsMax, after: undefined });
  return items.flatMap(({ position, channel, assigned_agent_id, team_id }): DayCounts[] => {
    const sinceMs = readWaitMs(position);
    if (sinceMs === undefined) return [];
    const bucket = bucketOf(Math.floor((clock.now() - sinceMs) / 1_000));
    const group = { channel, member_id: assigned_agent_id ?? undefined, team_id, tag_ids: [] };
    const cell = { measure: 'waiting' as const, slot: slotOf(sinceMs), bucket, officeBucket: undefined, count: 1 };
    return [{ day: dayOf(sinceMs), rollup: [{ group, cells: [cell] }] }];
  });
};
