import * as z from 'zod/mini';
import { deliveryResult } from './deliveries/delivery.ts';
import { event } from './deliveries/event.ts';
import { inboundItem } from './inbound/inbound.ts';
import { occurrence } from './mail/occurrence.ts';
import type { QueueName } from './queue.ts';

/**
 * Every job: the schema by which its consumer parses it, and the function that gives it its queue, group and delay. Both
 * are exports of their own, so a bundle holds only what it uses.
 */
export interface QueueJob {
  /** `discardedChanges` has no consumer: it holds stream records that could not be processed. */
  queue: QueueName | 'discardedChanges';
  body: unknown;
  /** SQS fair queues keep a group with many jobs from delaying the others. */
  group?: string;
  delaySeconds?: number;
  /** The id of the request that caused the job, if it is not the one that is running. */
  requestId?: string | undefined;
}

/** It grows with a release whose jobs an earlier release would process wrongly. */
export const jobVersion = 1;

const versioned = z.object({ v: z._default(z.int(), jobVersion) });

/** After a rollback, jobs of the later release fail until it is back: better a dead letter than a misread job. */
export const requireKnownVersion = (job: unknown): void => {
  const { v } = z.parse(versioned, job);
  if (v > jobVersion) throw new Error(`The job has version ${v}; this release processes versions up to ${jobVersion}.`);
};

/** SQS delays a message by 15 minutes at most. */
const delaySecondsMax = 900;

const delay = (seconds: number): { delaySeconds?: number } =>
  seconds > 0 ? { delaySeconds: Math.min(delaySecondsMax, Math.ceil(seconds)) } : {};

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

export const inboundJob = z.object({
  item: inboundItem,
  /** How often the item was retried because the message it refers to was not stored yet. */
  postponements: z.int(),
  /** The time at which we received the item. */
  receivedAt: z.optional(z.string()),
});

export type InboundJob = z.output<typeof inboundJob>;

/** The group is that of the account, so a burst on one account does not delay the others. */
export const buildInboundJob = (job: InboundJob, group: string, delaySeconds = 0): QueueJob => ({
  queue: 'processInbound',
  body: job,
  group,
  ...delay(delaySeconds),
});

export const mediaJob = z.object({
  workspaceId: z.uuid(),
  messageId: z.uuid(),
  /** The first attempt is 1. */
  attempt: z.int(),
});

export type MediaJob = z.output<typeof mediaJob>;

export const buildMediaJob = (job: MediaJob, delaySeconds = 0): QueueJob => ({
  queue: 'copyMedia',
  body: job,
  group: job.workspaceId,
  ...delay(delaySeconds),
});

export const deliveryJob = z.object({
  webhookId: z.uuid(),
  /** The webhook's generation at fan-out. A failure counts only within its generation. */
  generation: z.int(),
  event,
  /** Every attempt or skip has a number and is recorded once, even if SQS delivers the job twice. */
  attemptNumber: z.int().check(z.minimum(1)),
  /** The number of the first attempt since the event was sent or redelivered. */
  firstAttempt: z.int().check(z.minimum(1)),
  /** The result of an attempt that was made but could not be recorded. Such a job only records it. */
  result: z.optional(deliveryResult),
  /** How often the attempt was put off because slow webhooks of the workspace take up its workers. */
  deferrals: z.optional(z.int()),
});

export type DeliveryJob = z.output<typeof deliveryJob>;

export const buildDeliveryJob = (job: DeliveryJob, delaySeconds = 0): QueueJob => ({
  queue: 'deliverWebhook',
  body: job,
  group: toDeliveryGroup(job),
  ...delay(delaySeconds),
});

const deliveryGroupsPerWorkspace = 4;

/**
 * SQS fair queues hold back a group that takes up a tenth of the workers, so a workspace with many webhooks must have
 * few groups. With more than one, its own webhooks do not all wait for its slowest.
 */
const toDeliveryGroup = ({ webhookId, event: { workspaceId } }: DeliveryJob): string =>
  `${workspaceId}-${Number.parseInt(webhookId.slice(-1), 16) % deliveryGroupsPerWorkspace}`;

const broadcastJob = z.object({ workspaceId: z.uuid(), broadcastId: z.uuid() });

export type BroadcastJob = z.output<typeof broadcastJob>;

/** `deferrals` is how often it found no worker slot of its workspace. */
export const prepareJob = z.extend(broadcastJob, { deferrals: z.optional(z.int()) });

export type PrepareJob = z.output<typeof prepareJob>;

export const buildPrepareJob = (job: PrepareJob, delaySeconds = 0): QueueJob => ({
  queue: 'prepareBroadcast',
  body: job,
  group: job.workspaceId,
  ...delay(delaySeconds),
});

export const laneJob = z.object({
  workspaceId: z.uuid(),
  broadcastId: z.uuid(),
  lane: z.int(),
  slotAtMs: z.optional(z.number()),
});

export type LaneJob = z.output<typeof laneJob>;

export const buildLaneJob = (job: LaneJob, delaySeconds = 0): QueueJob => ({
  queue: 'sendBroadcast',
  body: job,
  group: job.workspaceId,
  ...delay(delaySeconds),
});

export const buildLaneJobs = (job: BroadcastJob, lanes: number): QueueJob[] =>
  Array.from({ length: lanes }, (_, lane) => buildLaneJob({ ...job, lane }));

/** With a phone number, it checks that recipient; without one, it is the watchdog of the broadcast. */
export const checkJob = z.object({
  workspaceId: z.uuid(),
  broadcastId: z.uuid(),
  phone: z.optional(z.string()),
});

export type CheckJob = z.output<typeof checkJob>;
export type RecipientCheckJob = CheckJob & { phone: string };

export const buildWatchdogJob = (job: BroadcastJob): QueueJob => ({
  queue: 'checkBroadcast',
  body: job,
  delaySeconds: delaySecondsMax,
});

/** The watchdog of a broadcast that waits for its time, which may take several steps. */
export const buildWakeJob = (job: BroadcastJob, delaySeconds: number): QueueJob => ({
  queue: 'checkBroadcast',
  body: job,
  delaySeconds: Math.min(delaySecondsMax, delaySeconds),
});

/** Receipts usually arrive within seconds. A later one still updates the message. */
export const receiptTimeoutSeconds = 300;

export const buildRecipientCheckJob = (job: RecipientCheckJob): QueueJob => ({
  queue: 'checkBroadcast',
  body: job,
  delaySeconds: receiptTimeoutSeconds,
});

export const messageCheckJob = z.object({ workspaceId: z.uuid(), conversationId: z.uuid(), messageId: z.uuid() });

export type MessageCheckJob = z.output<typeof messageCheckJob>;

export const buildMessageCheckJob = (job: MessageCheckJob): QueueJob => ({
  queue: 'checkMessage',
  body: job,
  delaySeconds: delaySecondsMax,
});

/** The check sends the fallback template of a message that a receipt has marked as failed. */
export const buildFallbackJob = (job: MessageCheckJob): QueueJob => ({ queue: 'checkMessage', body: job });

/** The check of a customer's message answers it with the away message. */
export const buildAwayJob = (job: MessageCheckJob): QueueJob => ({
  queue: 'checkMessage',
  body: job,
  group: job.workspaceId,
});

export const eraseContactJob = z.object({ workspaceId: z.uuid(), contactId: z.uuid() });

export type EraseContactJob = z.output<typeof eraseContactJob>;

export const buildEraseJob = (job: EraseContactJob, delaySeconds = 0): QueueJob => ({
  queue: 'eraseContacts',
  body: job,
  group: job.workspaceId,
  ...delay(delaySeconds),
});

/** Gives what waits in the teams of a workspace to their members. */
const assignJob = z.object({
  task: z.literal('assign'),
  workspaceId: z.uuid(),
  /** The conversation whose change is the cause: the index of the inbox may not show it yet. */
  conversationId: z.optional(z.uuid()),
  /** The row of the inbox after which this run goes on. */
  after: z.optional(z.string()),
});

/** A team that assigns by turns, or did until now, was changed. */
const teamChangedJob = z.object({
  task: z.literal('team_changed'),
  workspaceId: z.uuid(),
  teamId: z.uuid(),
  /** Its conversations are not marked yet. */
  isTurnedOn: z.boolean(),
  /** The conversation after which the next run goes on. */
  after: z.optional(z.uuid()),
  isSecondPass: z.boolean(),
});

/** A member who takes turns has left the workspace. */
const endTurnsJob = z.object({ task: z.literal('end_turns'), workspaceId: z.uuid(), userId: z.uuid() });

/** Sent by a schedule. It finds what a lost job left waiting. */
const sweepAssignmentsJob = z.object({ task: z.literal('sweep_assignments'), after: z.optional(z.string()) });

export const assignmentJob = z.discriminatedUnion('task', [
  assignJob,
  teamChangedJob,
  endTurnsJob,
  sweepAssignmentsJob,
]);

export type AssignJob = z.output<typeof assignJob>;
export type EndTurnsJob = z.output<typeof endTurnsJob>;
export type TeamChangedJob = z.output<typeof teamChangedJob>;
export type SweepAssignmentsJob = z.output<typeof sweepAssignmentsJob>;
export type AssignmentJob = z.output<typeof assignmentJob>;

export const buildAssignmentJob = (job: AssignmentJob, delaySeconds = 0): QueueJob => ({
  queue: 'assignConversations',
  body: job,
  ...('workspaceId' in job && { group: job.workspaceId }),
  ...delay(delaySeconds),
});
