import { startDueBroadcasts } from '../domain/broadcasts/resume-broadcasts.ts';
import { unassignConversations } from '../domain/conversations/unassign.ts';
import { sweepAllSnoozes, sweepSnoozes, wakeConversations } from '../domain/conversations/wake.ts';
import { deleteFeedEvents } from '../domain/feeds/feeds.ts';
import { noteMailReport } from '../domain/mail/reports.ts';
import { sendMail } from '../domain/mail/send-mail.ts';
import { mailReports, sweepReportMails } from '../domain/mail/weekly-report.ts';
import { countBroadcasts } from '../domain/reports/count-broadcasts.ts';
import { countDay, sweepReports } from '../domain/reports/count-day.ts';
import { countSegment } from '../domain/segments/count-segment.ts';
import { deleteSegmentMembers } from '../domain/segments/members.ts';
import { runTask } from '../domain/tasks/run-task.ts';
import { clearTeam } from '../domain/teams/clear-team.ts';
import { mailAnswer } from '../domain/web-chat/mail-answer.ts';
import { moveMessages } from '../domain/web-chat/move-messages.ts';
import { type MaintenanceJob, maintenanceJob, type StartDueJob } from '../model/jobs/maintenance.ts';
import { settleAll } from '../platform/settle-all.ts';
import { consumeQueue } from './consume-queue.ts';

/** A further page is one of broadcasts. */
const startDue = async (job: StartDueJob): Promise<void> => {
  await settleAll([
    startDueBroadcasts(job),
    ...(job.after === undefined
      ? [sweepAllSnoozes(), sweepReports({ task: 'sweep_reports' }), sweepReportMails({ task: 'sweep_report_mails' })]
      : []),
  ]);
};

const run = (job: MaintenanceJob): Promise<void> => {
  switch (job.task) {
    case 'count':
      return countSegment(job);
    case 'delete_members':
      return deleteSegmentMembers(job);
    case 'delete_feed':
      return deleteFeedEvents(job);
    case 'unassign':
      return unassignConversations(job);
    case 'clear_team':
      return clearTeam(job);
    case 'run_task':
      return runTask(job);
    case 'start_due':
      return startDue(job);
    case 'sweep_snoozes':
      return sweepSnoozes(job);
    case 'wake':
      return wakeConversations(job);
    case 'move_messages':
      return moveMessages(job);
    case 'mail_answer':
      return mailAnswer(job);
    case 'sweep_reports':
      return sweepReports(job);
    case 'count_broadcasts':
      return countBroadcasts(job);
    case 'count_day':
      return countDay(job);
    case 'sweep_report_mails':
      return sweepReportMails(job);
    case 'mail_reports':
      return mailReports(job);
    case 'mail':
      return sendMail(job);
    case 'mail_report':
      return noteMailReport(job);
  }
};

export const handler = consumeQueue('runMaintenance', maintenanceJob, run);
