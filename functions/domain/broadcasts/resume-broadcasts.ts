import { buildWakeJob } from '../../model/jobs/broadcasts.ts';
import { buildMaintenanceJob, type StartDueJob } from '../../model/jobs/maintenance.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { findBroadcast, queryOpenBroadcasts } from '../../table/broadcasts/broadcasts.ts';
import { queryDueRows, removeScheduledRows, type ScheduledRow } from '../../table/broadcasts/scheduled.ts';
import { addLogFields } from '../log.ts';
import { enqueueJobs } from '../queues.ts';

const rowsPerRun = 50;

/** A broadcast begins within seconds of its time, unless its job is lost. */
const graceMs = 5 * 60_000;

/**
 * Wakes broadcasts whose time has come but which did not begin: their job became a dead letter, or was left behind in
 * the region that failed. A second wake-up is harmless. A row goes once its broadcast no longer waits, so a crash
 * repeats a step and skips none.
 */
export const startDueBroadcasts = async ({ task, after }: StartDueJob): Promise<void> => {
  const { rows, next } = await queryDueRows(isoTime(clock.now() - graceMs), rowsPerRun, after);
  const waiting = new Set((await Promise.all(rows.map(keepIfWaiting))).flat());
  addLogFields({ due: rows.length, started: waiting.size });
  await enqueueJobs([
    ...[...waiting].map(({ workspace_id, broadcast_id }) => wake(workspace_id, broadcast_id)),
    ...(next === undefined ? [] : [buildMaintenanceJob({ task, after: next })]),
  ]);
  await removeScheduledRows(rows.filter((row) => !waiting.has(row)));
};

const keepIfWaiting = async (row: ScheduledRow): Promise<ScheduledRow[]> =>
  (await findBroadcast(row.workspace_id, row.broadcast_id))?.is_waiting ? [row] : [];

const wake = (workspaceId: string, broadcastId: string) => buildWakeJob({ workspaceId, broadcastId }, 0);

/**
 * Starts the watchdog of every broadcast that is not completed, for queues that lost their jobs. Scheduled ones wait on.
 * Lanes that still run are left alone.
 */
export const resumeBroadcasts = async (workspaceId: string): Promise<string[]> => {
  const resumed: string[] = [];
  let after: string | undefined;
  do {
    const { items, next } = await queryOpenBroadcasts(workspaceId, { limit: rowsPerRun, after });
    await enqueueJobs(items.map(({ id }) => wake(workspaceId, id)));
    resumed.push(...items.map(({ id }) => id));
    after = next;
  } while (after !== undefined);
  return resumed;
};
