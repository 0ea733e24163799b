import { buildMaintenanceJob, type CountDayJob, type SweepReportsJob } from '../../model/jobs/maintenance.ts';
import { countKnown } from '../../model/reports/fact.ts';
import { countFacts } from '../../model/reports/rollup.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { type Due, putRollup, queryDue, queryFacts, removeDue } from '../../table/reports/reports.ts';
import { addLogFields } from '../log.ts';
import { enqueueJobs } from '../queues.ts';

/**
 * Whoever wrote a row of this hour did so within it, and has written its facts long since: no batch runs for longer than
 * a minute.
 */
export const graceMs = 5 * 60_000;

const rowsPerSweep = 500;

const broadcastsPerJob = 50;

/** A day that is due in several rows is counted once, and so is a broadcast. */
export const sweepReports = async ({ task, after }: SweepReportsJob): Promise<void> => {
  const { due, next } = await queryDue(isoTime(clock.now() - graceMs), rowsPerSweep, after);
  addLogFields({ due: due.length });
  const [days, broadcasts] = [due.filter(isDay), due.filter((row) => !isDay(row))];
  await enqueueJobs([
    ...[...Map.groupBy(days, ({ workspaceId, of }) => `${workspaceId} ${of}`).values()].flatMap(buildDayJobs),
    ...[...Map.groupBy(broadcasts, ({ workspaceId }) => workspaceId)].flatMap(([workspaceId, rows]) =>
      buildBroadcastJobs(workspaceId, rows),
    ),
    ...(next === undefined ? [] : [buildMaintenanceJob({ task, after: next })]),
  ]);
};

const isDay = ({ of }: Due): boolean => of.length === 'yyyy-mm-dd'.length;

const buildDayJobs = (due: readonly Due[]) => {
  const [{ workspaceId, of: day } = { workspaceId: '', of: '' }] = due;
  return [buildMaintenanceJob({ task: 'count_day', workspaceId, day, dueAts: due.map(({ dueAt }) => dueAt) })];
};

const buildBroadcastJobs = (workspaceId: string, rows: readonly Due[]) =>
  Array.from({ length: Math.ceil(rows.length / broadcastsPerJob) }, (_, index) =>
    buildMaintenanceJob({
      ...{ task: 'count_broadcasts', workspaceId },
      due: rows.slice(index * broadcastsPerJob, (index + 1) * broadcastsPerJob).map(({ dueAt, of }) => ({ dueAt, of })),
    }),
  );

/**
 * Counts all that is known of the day, and not only what is new: so it does not matter how often, in which order and in
 * which parts it came. The row goes last, so the sweep finds a day whose job crashed.
 */
export const countDay = async ({ workspaceId, day, dueAts }: CountDayJob): Promise<void> => {
  addLogFields({ workspace_id: workspaceId, day });
  const facts = await queryFacts({ workspaceId, day }, 'strong');
  await putRollup({ workspaceId, day }, countFacts(facts), countKnown(facts));
  await removeDue(dueAts.map((dueAt) => ({ dueAt, workspaceId, of: day })));
};
