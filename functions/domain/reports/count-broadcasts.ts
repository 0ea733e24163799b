import type { CountBroadcastsJob } from '../../model/jobs/maintenance.ts';
import { newBroadcastFact } from '../../model/reports/fact.ts';
import { dayOf } from '../../model/reports/slots.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { settleAll } from '../../platform/settle-all.ts';
import { findBroadcastsById, type StoredBroadcast } from '../../table/broadcasts/broadcasts.ts';
import { queryOutcomes } from '../../table/counters.ts';
import { findRevision, putBroadcastFact, removeDue } from '../../table/reports/reports.ts';
import { addLogFields } from '../log.ts';
import { countDay } from './count-day.ts';

/** Counts the broadcasts again, and then the days on which they were to begin. The rows go last, as those of days do. */
export const countBroadcasts = async ({ workspaceId, due }: CountBroadcastsJob): Promise<void> => {
  addLogFields({ workspace_id: workspaceId, broadcasts: due.length });
  const broadcasts = await findBroadcastsById(workspaceId, [...new Set(due.map(({ of }) => of))]);
  await settleAll(broadcasts.map(noteBroadcast));
  for (const day of new Set(broadcasts.map((broadcast) => dayOf(beginMs(broadcast)))))
    await countDay({ task: 'count_day', workspaceId, day, dueAts: [] });
  await removeDue(due.map((row) => ({ ...row, workspaceId })));
};

/** Unlike the time at which it did begin, this is known before anything is sent, and stays. */
export const beginMs = ({ scheduled_at, created_at }: StoredBroadcast): number =>
  Date.parse(scheduled_at ?? created_at);

/** The revision is read before the counters are, so who replaces a fact knows at least as much. */
export const noteBroadcast = async (broadcast: StoredBroadcast): Promise<void> => {
  const { id, workspace_id: workspaceId } = broadcast;
  const atMs = beginMs(broadcast);
  const place = { workspaceId, day: dayOf(atMs) };
  await retryOnConflict(async () => {
    const revision = 1 + (await findRevision(place, id));
    const { counters, reasons } = await queryOutcomes(id);
    const fact = newBroadcastFact({ id, atMs, revision }, counters, reasons);
    return fact.outcomes?.length === 0 || (await putBroadcastFact(place, fact)) || 'conflict';
  });
};
