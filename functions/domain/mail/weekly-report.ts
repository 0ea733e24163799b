import { ApiError } from '../../model/api-error.ts';
import { buildMaintenanceJob, type MailReportsJob, type SweepReportMailsJob } from '../../model/jobs/maintenance.ts';
import { addDays } from '../../model/reports/slots.ts';
import { lastMorning, nextMorning } from '../../model/reports/week.ts';
import { clock, dayMs, isoTime } from '../../platform/clock.ts';
import { env } from '../../platform/env.ts';
import type { TransactionPart } from '../../table/dynamodb/write.ts';
import { queryMembers } from '../../table/members/members.ts';
import {
  newReportMailPart,
  putReportMail,
  queryReportMails,
  removeReportMail,
} from '../../table/reports/report-mails.ts';
import { findWorkspace } from '../../table/workspaces/workspaces.ts';
import { addLogFields } from '../log.ts';
import { enqueueJobs } from '../queues.ts';

/** A row is never due before the choice that it belongs to is stored. */
const leadMs = 15 * 60_000;

/** Belongs in the transaction with the choice. */
export const newWeeklyMail = async (workspaceId: string): Promise<TransactionPart> => {
  if (!env.sendsMail()) throw new ApiError('bad_request', 'This deployment sends no email.');
  const { time_zone: zone = 'UTC' } = (await findWorkspace(workspaceId)) ?? {};
  return newReportMailPart({ workspaceId, dueAt: isoTime(nextMorning(zone, clock.now() + leadMs).atMs) });
};

const workspacesPerSweep = 500;

export const sweepReportMails = async ({ task, after }: SweepReportMailsJob): Promise<void> => {
  if (!env.sendsMail()) return;
  const { due, next } = await queryReportMails(isoTime(clock.now()), workspacesPerSweep, after);
  addLogFields({ due_mails: due.length });
  await enqueueJobs([
    ...due.map((row) => buildMaintenanceJob({ task: 'mail_reports', ...row })),
    ...(next === undefined ? [] : [buildMaintenanceJob({ task, after: next })]),
  ]);
};

/** Time zones are up to 26 hours apart, so a row of the one before is not too late. After an outage, it is. */
const lateMs = 2 * dayMs;

/**
 * The row goes last, so the sweep finds a mail whose job crashed. A repeat finds each mail sent, because all mails of a
 * week are one occurrence. Nobody writes a row for a workspace in which nobody wants the mail any more.
 */
export const mailReports = async ({ workspaceId, dueAt }: MailReportsJob): Promise<void> => {
  addLogFields({ workspace_id: workspaceId });
  const [workspace, members] = await Promise.all([findWorkspace(workspaceId), queryMembers(workspaceId)]);
  if (workspace && members.some(({ mail_on = [] }) => mail_on.includes('weekly_report'))) {
    const { time_zone: zone = 'UTC' } = workspace;
    const { day, atMs } = lastMorning(zone, clock.now());
    const occurrence = { kind: 'weekly_report' as const, from: addDays(day, -7), to: addDays(day, -1) };
    if (clock.now() - atMs < lateMs)
      await enqueueJobs([buildMaintenanceJob({ task: 'mail', workspaceId, occurrence })]);
    await putReportMail({ workspaceId, dueAt: isoTime(nextMorning(zone, clock.now()).atMs) });
  }
  await removeReportMail({ workspaceId, dueAt });
};
