import { sweepReports } from '../../functions/domain/reports/count-day.ts';
import type { MaintenanceJob } from '../../functions/model/jobs/maintenance.ts';
import { takeJobs } from './messages/held-messages.ts';

/** Sweeps to the end: in a table that all tests share, what is due here may be on a later page. */
export const takeSweptJobs = async (): Promise<MaintenanceJob[]> => {
  const jobs: MaintenanceJob[] = [];
  let after: string | undefined;
  do {
    await sweepReports({ task: 'sweep_reports', after });
    const swept = takeJobs().map(({ body }) => body as MaintenanceJob);
    jobs.push(...swept);
    after = swept.flatMap((job) => (job.task === 'sweep_reports' && job.after ? [job.after] : []))[0];
  } while (after !== undefined);
  return jobs;
};
