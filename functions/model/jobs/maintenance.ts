import * as z from 'zod/mini';
import { occurrence } from '../mail/occurrence.ts';
import { delay, type QueueJob } from './job.ts';

const countSegmentJob = z.object({ task: z.literal('count'), workspaceId: z.uuid(), segmentId: z.uuid() });

const deleteSegmentMembersJob = z.object({ task: z.literal('delete_members'), segmentId: z.uuid() });

const deleteFeedJob = z.object({ task: z.literal('delete_feed'), feedId: z.uuid() });

const unassignJob = z.object({
  task: z.literal('unassign'),
  workspaceId: z.uuid(),
  userId: z.uuid(),
  /** The conversation after which the next run goes on. */
  after: z.optional(z.uuid()),
  isSecondPass: z.boolean(),
});

const clearTeamJob = z.object({
  task: z.literal('clear_team'),
  workspaceId: z.uuid(),
  teamId: z.uuid(),
  /** The conversation after which the next run goes on. */
  after: z.optional(z.uuid()),
  isSecondPass: z.boolean(),
});

/** A step of work that a member started. */
const runTaskJob = z.object({ task: z.literal('run_task'), workspaceId: z.uuid(), taskId: z.uuid() });

/** Sent by a schedule. It finds snoozes that end soon, and broadcasts whose time has come and whose job was lost. */
const startDueJob = z.object({
  task: z.literal('start_due'),
  /** The row after which the next run goes on. */
  after: z.optional(z.string()),
});

/** Finds snoozes that end soon. */
const sweepSnoozesJob = z.object({
  task: z.literal('sweep_snoozes'),
  shard: z.string(),
  /** The row after which the next run goes on. */
  after: z.optional(z.string()),
});

/** Ends snoozes of one time. */
const wakeJob = z.object({
  task: z.literal('wake'),
  workspaceId: z.uuid(),
  until: z.iso.datetime(),
  conversationIds: z.array(z.uuid()),
});

/** Finds days of workspaces that have something new to count. */
const sweepReportsJob = z.object({
  task: z.literal('sweep_reports'),
  /** The row after which the next run goes on. */
  after: z.optional(z.string()),
});

/** Counts a day of a workspace again, and ends the row that said so. */
const countDayJob = z.object({
  task: z.literal('count_day'),
  workspaceId: z.uuid(),
  day: z.iso.date(),
  dueAts: z.array(z.iso.datetime()),
});

/** Counts broadcasts of a workspace again, and ends the rows that said so. */
const countBroadcastsJob = z.object({
  task: z.literal('count_broadcasts'),
  workspaceId: z.uuid(),
  due: z.array(z.object({ dueAt: z.iso.datetime(), of: z.uuid() })),
});

/** Finds workspaces whose weekly mail is due. */
const sweepReportMailsJob = z.object({
  task: z.literal('sweep_report_mails'),
  /** The row after which the next run goes on. */
  after: z.optional(z.string()),
});

/** Mails the numbers of the last week to those who chose it. */
const mailReportsJob = z.object({ task: z.literal('mail_reports'), workspaceId: z.uuid(), dueAt: z.iso.datetime() });

const mailJob = z.object({
  task: z.literal('mail'),
  workspaceId: z.uuid(),
  occurrence,
  /** The member who gets it. Without one, each recipient gets a job of their own. */
  userId: z.optional(z.uuid()),
  /** How often SES refused it because of a limit on the rate or the day. */
  deferrals: z.optional(z.int()),
});

/** Moves the messages of a customer's conversation into another one of theirs, or gives them the contact of theirs. */
const moveMessagesJob = z.object({
  /** The message before which the next run goes on. */
  after: z.optional(z.uuid()),
  task: z.literal('move_messages'),
  workspaceId: z.uuid(),
  conversationId: z.uuid(),
});

/** Looks two minutes after an answer whether the visitor of the web chat has seen it. */
const mailAnswerJob = z.object({
  task: z.literal('mail_answer'),
  workspaceId: z.uuid(),
  conversationId: z.uuid(),
  messageId: z.uuid(),
});

/** A report of Amazon SES about a mail. The rule that sends it picks these fields. */
const mailReportJob = z.object({
  task: z.literal('mail_report'),
  detail: z.object({
    mail: z.object({ tags: z.record(z.string(), z.array(z.string())) }),
    bounce: z.optional(
      z.object({
        bounceType: z.string(),
        timestamp: z.string(),
        bouncedRecipients: z.array(z.object({ emailAddress: z.string() })),
      }),
    ),
    complaint: z.optional(
      z.object({ timestamp: z.string(), complainedRecipients: z.array(z.object({ emailAddress: z.string() })) }),
    ),
  }),
});

/** The tasks share one queue, because even an empty queue costs money. */
export const maintenanceJob = z.discriminatedUnion('task', [
  countSegmentJob,
  deleteSegmentMembersJob,
  deleteFeedJob,
  unassignJob,
  clearTeamJob,
  runTaskJob,
  startDueJob,
  sweepSnoozesJob,
  wakeJob,
  moveMessagesJob,
  mailAnswerJob,
  sweepReportsJob,
  countBroadcastsJob,
  countDayJob,
  sweepReportMailsJob,
  mailReportsJob,
  mailJob,
  mailReportJob,
]);

export type CountSegmentJob = z.output<typeof countSegmentJob>;

export type DeleteSegmentMembersJob = z.output<typeof deleteSegmentMembersJob>;

export type DeleteFeedJob = z.output<typeof deleteFeedJob>;

export type UnassignJob = z.output<typeof unassignJob>;

export type ClearTeamJob = z.output<typeof clearTeamJob>;

export type RunTaskJob = z.output<typeof runTaskJob>;

export type StartDueJob = z.output<typeof startDueJob>;

export type SweepSnoozesJob = z.output<typeof sweepSnoozesJob>;

export type WakeJob = z.output<typeof wakeJob>;

export type MoveMessagesJob = z.output<typeof moveMessagesJob>;

export type MailAnswerJob = z.output<typeof mailAnswerJob>;

export type SweepReportsJob = z.output<typeof sweepReportsJob>;

export type CountBroadcastsJob = z.output<typeof countBroadcastsJob>;
export type CountDayJob = z.output<typeof countDayJob>;

export type SweepReportMailsJob = z.output<typeof sweepReportMailsJob>;

export type MailReportsJob = z.output<typeof mailReportsJob>;

export type MailJob = z.output<typeof mailJob>;

export type MailReportJob = z.output<typeof mailReportJob>;

export type MaintenanceJob = z.output<typeof maintenanceJob>;

/** The group keeps the counts and cleanups of one workspace from delaying the invitations of the others. */
export const buildMaintenanceJob = (job: MaintenanceJob, delaySeconds = 0): QueueJob => ({
  queue: 'runMaintenance',
  body: job,
  ...toMaintenanceGroup(job),
  ...delay(delaySeconds),
});

const toMaintenanceGroup = (job: MaintenanceJob): { group?: string } => {
  if ('workspaceId' in job) return { group: job.workspaceId };
  if ('segmentId' in job) return { group: job.segmentId };
  return 'feedId' in job ? { group: job.feedId } : {};
};
