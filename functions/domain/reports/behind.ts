import { ApiError } from '../../model/api-error.ts';
import { type Fact, settleFacts } from '../../model/reports/fact.ts';
import { type Behind, type BehindQuery, behindDaysMax, behindMax } from '../../model/reports/metric.ts';
import { isOfBroadcasts, type MetricName, metrics } from '../../model/reports/metrics.ts';
import { isIn, matches, utcRange } from '../../model/reports/report.ts';
import { type Measure, measureOf } from '../../model/reports/rollup.ts';
import { listDays, localClock } from '../../model/reports/slots.ts';
import { isoTime } from '../../platform/clock.ts';
import { findConversations } from '../../table/conversations/conversations.ts';
import { queryFacts } from '../../table/reports/reports.ts';
import { readQuery, type Viewer } from './get-report.ts';

/** The newest of the conversations that a number counts, as far as some days lead to them. */
export const listBehind = async (
  workspaceId: string,
  metric: MetricName,
  query: BehindQuery,
  viewer: Viewer,
): Promise<Behind> => {
  if (isOfBroadcasts(metric))
    throw new ApiError('bad_request', 'The recipients of a broadcast are listed on its own page.');
  const { range, timeZone, filter } = await readQuery(workspaceId, query, viewer);
  const toLocal = localClock(timeZone);
  const measures: readonly Measure[] = metrics[metric].measures;
  const [atLeast, below] = [Number(query.from_seconds ?? 0), Number(query.to_seconds ?? Number.POSITIVE_INFINITY)];
  const isBehind = (fact: Fact): boolean =>
    measures.includes(measureOf(fact)) &&
    matches({ ...fact, member_id: fact.member_id, team_id: fact.team_id }, filter) &&
    isIn(range, toLocal(fact.at_ms).day) &&
    (fact.seconds === undefined || (atLeast <= fact.seconds && fact.seconds < below));
  const { from, to } = utcRange(range);
  const days = listDays(from, to).toReversed();
  const found: Fact[] = [];
  let read = 0;
  for (const day of days.slice(0, behindDaysMax + 2)) {
    if (found.length > behindMax) break;
    const facts = settleFacts(await queryFacts({ workspaceId, day }, 'eventual')).filter(isBehind);
    found.push(...facts.toSorted((one, other) => other.at_ms - one.at_ms));
    read += 1;
  }
  return {
    conversations: await withNames(workspaceId, found.slice(0, behindMax)),
    is_complete: found.length <= behindMax && read === days.length,
  };
};

const withNames = async (workspaceId: string, facts: readonly Fact[]): Promise<Behind['conversations']> => {
  const ids = [...new Set(facts.map(({ conversation_id }) => conversation_id))];
  const stored = await findConversations(workspaceId, ids);
  const names = new Map(stored.map(({ id, contact }) => [id, contact.name ?? contact.phone ?? '']));
  return facts.map(({ conversation_id, at_ms, seconds }) => ({
    conversation_id,
    name: names.get(conversation_id) ?? null,
    at: isoTime(at_ms),
    seconds: seconds ?? null,
  }));
};
