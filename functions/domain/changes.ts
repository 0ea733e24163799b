import { buildLaneJobs, buildPrepareJob, buildWakeJob, buildWatchdogJob } from '../model/jobs/broadcasts.ts';
import { buildEraseJob } from '../model/jobs/erasures.ts';
import type { QueueJob } from '../model/jobs/job.ts';
import { buildMaintenanceJob } from '../model/jobs/maintenance.ts';
import { buildAwayJob, buildFallbackJob, buildMediaJob, buildMessageCheckJob } from '../model/jobs/messages.ts';
import { secondsUntil } from '../platform/clock.ts';
import { env } from '../platform/env.ts';
import { settleAll } from '../platform/settle-all.ts';
import { toStoredBroadcast } from '../table/broadcasts/broadcasts.ts';
import { toRequestedDelivery } from '../table/deliveries/deliveries.ts';
import { type Change, readRequestId, readWorkspaceId } from '../table/dynamodb/changes.ts';
import { toStoredMessage } from '../table/messages/messages.ts';
import { snoozeJobs } from './conversations/wake.ts';
import { toEvents } from './deliveries/events.ts';
import { type EventToDeliver, fanOut } from './deliveries/fan-out.ts';
import { toHints, type WorkspaceHint } from './hints/hints.ts';
import { publishHints } from './hints/publish.ts';
import { type ContactHint, publishToVisitors, toVisitorHints } from './hints/publish-to-visitors.ts';
import { changeEpochs } from './hints/watches.ts';
import { toMailJobs } from './mail/occurrences.ts';
import { enqueueJobs } from './queues.ts';
import { turnJobs } from './turns/turn-jobs.ts';

interface ChangeEffects {
  change: Change;
  jobs: QueueJob[];
  events: EventToDeliver[];
  hints: WorkspaceHint[];
  visitorHints: ContactHint[];
}

/** A message that was moved from another conversation of its contact has had its effects. */
const isMoved = ({ before, after }: Change): boolean => !before && after?.['moved_from'] !== undefined;

/** Jobs and deliveries carry the id of the request that made the change. */
export const toEffects = (change: Change): ChangeEffects => {
  const requestId = readRequestId(change);
  if (isMoved(change)) return { change, hints: [], visitorHints: [], jobs: [], events: [] };
  return {
    change,
    hints: toHints(change),
    visitorHints: toVisitorHints(change),
    jobs: [
      segmentJobs,
      broadcastJobs,
      messageJobs,
      mediaJobs,
      erasureJobs,
      memberJobs,
      teamJobs,
      feedJobs,
      snoozeJobs,
      taskJobs,
      turnJobs,
      toMailJobs,
      moveJobs,
      answerJobs,
    ]
      .flatMap((toJobs) => toJobs(change))
      .map((job) => ({
        ...job,
        requestId,
      })),
    events: eventsFor(change).map((event) => ({ ...event, requestId })),
  };
};

/**
 * A change that fails does not keep the others from being dispatched; the batch fails afterwards. The stream delivers
 * the changes of a failed batch again; their jobs are then enqueued twice.
 */
export const dispatchEffects = async (effects: readonly ChangeEffects[]): Promise<void> => {
  await settleAll([
    dispatchJobs(effects),
    publishHints(effects.flatMap(({ hints }) => hints)),
    publishToVisitors(effects.flatMap(({ visitorHints }) => visitorHints)),
    changeEpochs(effects.map(({ change }) => change)),
  ]);
};

const dispatchJobs = async (effects: readonly ChangeEffects[]): Promise<void> => {
  const { deliveries, feeds } = fanOut(effects.flatMap(({ events }) => events));
  // Feeds are written meanwhile, and webhooks do not wait for them.
  const written = Promise.allSettled(feeds);
  const jobs = (await Promise.allSettled(deliveries)).flatMap((settled) =>
    settled.status === 'fulfilled' ? settled.value : [],
  );
  await enqueueJobs([...effects.flatMap((effect) => effect.jobs), ...jobs]);
  await written;
  await Promise.all([...deliveries, ...feeds]);
};

/** A count that was requested. And the member rows of a static segment outlive it until a job deletes them. */
const segmentJobs = ({ before, after }: Change): QueueJob[] => {
  if (after?.['entity'] === 'segment' && after['status'] === 'requested') {
    return [
      buildMaintenanceJob({ task: 'count', workspaceId: readWorkspaceId(after), segmentId: String(after['id']) }),
    ];
  }
  if (before?.['entity'] !== 'segment' || before['kind'] !== 'static' || after) return [];
  return [buildMaintenanceJob({ task: 'delete_members', segmentId: String(before['id']) })];
};

/**
 * A new broadcast starts its watchdog and its lanes. A pending audience is read first and then starts the lanes; the
 * watchdog of a scheduled broadcast starts that, unless it is to be sent before its time. A file is read at once. One
 * that is canceled before its time still has a stored list of recipients, which goes.
 */
const broadcastJobs = ({ before, after }: Change): QueueJob[] => {
  if (after?.['entity'] !== 'broadcast') return [];
  const { workspace_id, id, lanes, is_audience_pending, is_file_pending, is_waiting, scheduled_at, completed_at } =
    toStoredBroadcast(after);
  const job = { workspaceId: workspace_id, broadcastId: id };
  const isSentEarlier = is_waiting && before?.['scheduled_at'] !== scheduled_at;
  const isCanceledEarly = before?.['is_waiting'] === true && completed_at !== null;
  if (before) return isSentEarlier || isCanceledEarly ? [buildPrepareJob(job)] : [];
  if (scheduled_at !== undefined)
    return [...(is_file_pending ? [buildPrepareJob(job)] : []), buildWakeJob(job, secondsUntil(scheduled_at))];
  return [...(is_audience_pending ? [buildPrepareJob(job)] : buildLaneJobs(job, lanes)), buildWatchdogJob(job)];
};

/** No crash loses a job, because it follows from the stored message. Broadcasts check their messages themselves. */
const messageJobs = ({ before, after }: Change): QueueJob[] => {
  if (after?.['entity'] !== 'message') return [];
  const message = toStoredMessage(after);
  const job = { workspaceId: message.workspace_id, conversationId: message.conversation_id, messageId: message.id };
  if (before) return message.fallback_message_id && !before['fallback_message_id'] ? [buildFallbackJob(job)] : [];
  if (message.away_message_id) return [buildAwayJob(job)];
  return message.status === 'sending' && !message.broadcast ? [buildMessageCheckJob(job)] : [];
};

/** A file to copy. It follows from the stored message, too: both are written in one transaction. */
const mediaJobs = ({ before, after }: Change): QueueJob[] =>
  after?.['entity'] === 'media' && !before
    ? [buildMediaJob({ workspaceId: readWorkspaceId(after), messageId: String(after['message_id']), attempt: 1 })]
    : [];

/** A visitor of the web chat has two minutes to see the answer. */
const answerSeconds = 120;

const answerJobs = ({ before, after }: Change): QueueJob[] => {
  const isAnswer = after?.['entity'] === 'message' && after['channel'] === 'web' && after['is_reply'] === true;
  if (!isAnswer || before || !env.sendsMail()) return [];
  const { workspace_id: workspaceId, conversation_id: conversationId, id: messageId } = toStoredMessage(after);
  return [buildMaintenanceJob({ task: 'mail_answer', workspaceId, conversationId, messageId }, answerSeconds)];
};

/** A conversation whose contact became another one. */
const moveJobs = ({ before, after }: Change): QueueJob[] =>
  after?.['entity'] === 'conversation' && before !== undefined && before['contact_id'] !== after['contact_id']
    ? [
        buildMaintenanceJob({
          task: 'move_messages',
          workspaceId: readWorkspaceId(after),
          conversationId: String(after['id']),
        }),
      ]
    : [];

const erasureJobs = ({ after }: Change): QueueJob[] =>
  after?.['entity'] === 'erasure' && after['status'] === 'requested'
    ? [buildEraseJob({ workspaceId: readWorkspaceId(after), contactId: String(after['id']) })]
    : [];

const memberJobs = ({ before, after }: Change): QueueJob[] =>
  before?.['entity'] === 'member' && !after
    ? [
        buildMaintenanceJob({
          task: 'unassign',
          workspaceId: readWorkspaceId(before),
          userId: String(before['user_id']),
          isSecondPass: false,
        }),
      ]
    : [];

const teamJobs = ({ before, after }: Change): QueueJob[] =>
  before?.['entity'] === 'team' && !after
    ? [
        buildMaintenanceJob({
          task: 'clear_team',
          workspaceId: readWorkspaceId(before),
          teamId: String(before['id']),
          isSecondPass: false,
        }),
      ]
    : [];

/** The events of a feed that was deleted or has expired. */
const feedJobs = ({ before, after }: Change): QueueJob[] =>
  before?.['entity'] === 'feed' && !after
    ? [buildMaintenanceJob({ task: 'delete_feed', feedId: String(before['id']) })]
    : [];

const taskJobs = ({ after }: Change): QueueJob[] =>
  after?.['entity'] === 'task' && after['status'] === 'requested'
    ? [buildMaintenanceJob({ task: 'run_task', workspaceId: readWorkspaceId(after), taskId: String(after['id']) })]
    : [];

const eventsFor = (change: Change): EventToDeliver[] => {
  const requested = change.after && toRequestedDelivery(change.after);
  if (!requested) return toEvents(change).map((event) => ({ event }));
  const { webhook_id, attempt_number } = requested;
  return [{ event: requested.event, redelivery: { webhookId: webhook_id, attemptNumber: attempt_number + 1 } }];
};
