import { buildMaintenanceJob, type CountDayJob, type SweepReportsJob } from '../../model/jobs/maintenance.ts';
import { countUnique } from '../../model/reports/fact.ts';
import { countFacts } from '../../model/reports/rollup.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { putRollup, queryDueDays, queryFacts, removeDueDays } from '../../table/reports/reports.ts';
import { addLogFields } from '../log.ts';
import { enqueueJobs } from '../queues.ts';

/**
 * Whoever wrote a row of this hour did so within it, and has written its facts long since: no batch runs for longer than
 * a minute.
 */
export const graceMs = 5 * 60_000;

const daysPerSweep = 500;

/** A day that is due in several rows is counted once. */
export const sweepReports = async ({ task, after }: SweepReportsJob): Promise<void> => {
  const { days, next } = await queryDueDays(isoTime(clock.now() - graceMs), daysPerSweep, after);
  addLogFields({ due: days.length });
  const alike = Map.groupBy(days, ({ workspaceId, day }) => `${workspaceId} ${day}`);
  await enqueueJobs([
    ...[...alike.values()].flatMap((due) => {
      const [{ workspaceId, day } = { workspaceId: '', day: '' }] = due;
      const dueAts = due.map(({ dueAt }) => dueAt);
      return [buildMaintenanceJob({ task: 'count_day', workspaceId, day, dueAts })];
    }),
    ...(next === undefined ? [] : [buildMaintenanceJob({ task, after: next })]),
  ]);
};

/**
 * Counts all that is known of the day, and not only what is new: so it does not matter how often, in which order and in
 * which parts it came. The row goes last, so the sweep finds a day whose job crashed.
 */
export const countDay = async ({ workspaceId, day, dueAts }: CountDayJob): Promise<void> => {
  addLogFields({ workspace_id: workspaceId, day });
  const facts = await queryFacts({ workspaceId, day }, 'strong');
  await putRollup({ workspaceId, day }, countFacts(facts), countUnique(facts));
  await removeDueDays(dueAts.map((dueAt) => ({ dueAt, workspaceId, day })));
};
