import { startDueBroadcasts } from '../domain/broadcasts/resume-broadcasts.ts';
import { unassignConversations } from '../domain/conversations/unassign.ts';
import { deleteFeedEvents } from '../domain/feeds/feeds.ts';
import { noteMailReport } from '../domain/mail/reports.ts';
import { sendMail } from '../domain/mail/send-mail.ts';
import { countSegment } from '../domain/segments/count-segment.ts';
import { deleteSegmentMembers } from '../domain/segments/members.ts';
import { type MaintenanceJob, maintenanceJob } from '../model/jobs.ts';
import { consumeQueue } from './consume-queue.ts';

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
    case 'start_due':
      return startDueBroadcasts(job);
    case 'mail':
      return sendMail(job);
    case 'mail_report':
      return noteMailReport(job);
  }
};

export const handler = consumeQueue('runMaintenance', maintenanceJob, run);
