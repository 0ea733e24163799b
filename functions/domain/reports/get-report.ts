import { ApiError } from '../../model/api-error.ts';
import type { MemberCaller } from '../../model/members/member.ts';
import { hasRole } from '../../model/members/member.ts';
import { bucketOf } from '../../model/reports/histogram.ts';
import type { ComparedReport, Report, ReportPart, ReportQuery } from '../../model/reports/metric.ts';
import { daysMax, isOfBroadcasts, type MetricName } from '../../model/reports/metrics.ts';
import { cutReport, type DayCounts, utcRange } from '../../model/reports/report.ts';
import { addDays, countDays, dayOf, localClock, type Range, rangeBefore, slotOf } from '../../model/reports/slots.ts';
import { clock, hourMs, isoTime } from '../../platform/clock.ts';
import { queryInboxRows } from '../../table/conversations/inbox.ts';
import { readWaitMs } from '../../table/conversations/inbox-fields.ts';
import { queryRollups } from '../../table/reports/reports.ts';
import { getStoredWorkspace } from '../workspaces/workspaces.ts';
import { graceMs } from './count-day.ts';

/** Who asks for a report. */
export interface Viewer {
  /** Absent for a key. */
  userId?: string | undefined;
  /** Whether the role allows to see the rows of others. */
  seesOthers: boolean;
}

export const viewerOf = (caller: object): Viewer => {
  const { role, userId } = caller as Partial<MemberCaller>;
  return { userId, seesOthers: role === undefined || hasRole(role, 'admin') };
};

/** The API and the weekly mail get their numbers here. The mail asks for sums, as nobody. */
export const getReport = async (
  workspaceId: string,
  metric: MetricName,
  { by, ...query }: ReportQuery,
  viewer: Viewer = { seesOthers: true },
): Promise<Report> => {
  const [report] = await listReports(workspaceId, [{ metric, by }], query, viewer);
  if (!report) throw new Error('There is no report.');
  const { before_rows, ...shown } = report;
  return shown;
};

/** The page shows these, and its CSV files. */
export const listReports = async (
  workspaceId: string,
  parts: readonly ReportPart[],
  query: Omit<ReportQuery, 'by'>,
  viewer: Viewer,
): Promise<ComparedReport[]> => {
  for (const { metric, by } of parts) checkPart(metric, { ...query, by });
  const byMember = parts.find(({ by }) => by === 'member');
  const { range, timeZone, filter, seesAll } = await readQuery(workspaceId, { ...query, by: byMember?.by }, viewer);
  const days = { from: utcRange(rangeBefore(range)).from, to: utcRange(range).to };
  const [counted, waiting] = await Promise.all([
    parts.every(isOfNow) ? [] : queryRollups(workspaceId, days),
    parts.some(isOfNow) ? countWaits(workspaceId) : [],
  ]);
  const until = countedUntil();
  return parts.map((part) => {
    const { metric, by } = part;
    const cut = { ...range, timeZone, by, filter };
    const report = isOfNow(part)
      ? cutReport(metric, waiting, cut)
      : cutReport(metric, counted, { ...cut, countedUntilMs: Date.parse(until) });
    return {
      ...{ metric, ...range, time_zone: timeZone },
      counted_until: isOfNow(part) ? isoTime(clock.now()) : until,
      ...report,
      by: by ?? null,
      rows: report.rows.filter(({ key }) => by !== 'member' || seesAll || key === viewer.userId),
    };
  });
};

const isOfNow = ({ metric }: ReportPart): boolean => metric === 'unanswered';

const defaultDays = 30;

/** Days are those of the workspace's time zone. */
export const readQuery = async (
  workspaceId: string,
  { from, to, by, channel, member_id, team_id, tag_id }: ReportQuery,
  { userId, seesOthers }: Viewer,
) => {
  const { time_zone: timeZone = 'UTC', hides_member_rows: isHidden = false } = await getStoredWorkspace(workspaceId);
  const last = to ?? localClock(timeZone)(clock.now()).day;
  const range: Range = { from: from ?? addDays(last, 1 - defaultDays), to: last };
  const days = countDays(range.from, range.to);
  if (days < 1 || days > daysMax)
    throw new ApiError('bad_request', `"to" must be 0 to ${daysMax - 1} days after "from".`);
  const seesAll = seesOthers && !isHidden;
  const asksForOthers = (member_id !== undefined && member_id !== userId) || (by === 'member' && userId === undefined);
  if (!seesAll && asksForOthers) throw new ApiError('forbidden', isHidden ? hiddenError : agentError);
  return { range, timeZone, filter: { channel, member_id, team_id, tag_id }, seesAll };
};

const hiddenError =
  'The workspace hides the rows of members, so nobody gets those of others. An Owner or Admin can change this on the page Workspace. Leave out "member_id", and by "member".';

const agentError = 'Only Admins see the numbers of their colleagues.';

/** Not everything can be divided by everything. */
const checkPart = (metric: MetricName, { by, member_id, team_id, tag_id }: ReportQuery): void => {
  const refuse = (what: string): never => {
    throw new ApiError('bad_request', what);
  };
  if (by === 'reason' && metric !== 'broadcast_failed') refuse('"by" can be "reason" for "broadcast_failed" only.');
  if (metric === 'unanswered' && (tag_id !== undefined || by === 'tag'))
    refuse('Those who wait cannot be counted by tag. Leave out "tag_id" and "by".');
  const isOfPeople = [member_id, team_id, tag_id].some((id) => id !== undefined);
  if (isOfBroadcasts(metric) && (isOfPeople || by === 'member' || by === 'team' || by === 'tag'))
    refuse('Broadcasts have no member, team or tag. Leave out "member_id", "team_id", "tag_id" and such a "by".');
};

/** Days are counted after each hour, by a sweep that comes every 15 minutes. */
const sweepMs = 15 * 60_000;

const countedUntil = (): string => isoTime(Math.floor((clock.now() - graceMs - sweepMs) / hourMs) * hourMs);

const waitsMax = 1_000;

/** Those who wait now, as if they had been counted when they began to. */
const countWaits = async (workspaceId: string): Promise<DayCounts[]> => {
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
