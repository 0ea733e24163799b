import type { BroadcastJob, CheckJob, RecipientCheckJob } from '../../model/broadcast-jobs.ts';
import type { ChannelError } from '../../model/message.ts';
import { clock } from '../../platform/clock.ts';
import { findAudience } from '../../table/broadcasts/audience.ts';
import { findBroadcast } from '../../table/broadcasts/broadcasts.ts';
import { findLane, type Lane } from '../../table/broadcasts/lanes.ts';
import { findRecipient, type RecipientClaim } from '../../table/broadcasts/recipients.ts';
import { findMessage } from '../../table/messages/messages.ts';
import { addLogFields } from '../log.ts';
import { markFailed } from '../messages/send-outcome.ts';
import { enqueueJobs } from '../queues.ts';
import { completeIfDone } from './complete.ts';
import { buildLaneJob, buildPrepareJob, buildWatchdogJob } from './jobs.ts';

/** Receipts come within seconds, as a rule. Those that come later still find the message. */
const receiptTimeoutSeconds = 300;

/** Has somebody look later what became of a message of which no answer came. */
export const scheduleRecipientCheck = (job: RecipientCheckJob): Promise<void> =>
  enqueueJobs([{ queue: 'checkBroadcast', body: job, delaySeconds: receiptTimeoutSeconds }]);

/** Looks after a recipient, or after the whole broadcast. */
export const checkBroadcast = ({ phone, ...job }: CheckJob): Promise<void> => {
  addLogFields({ ...job });
  return phone === undefined ? runWatchdog(job) : checkRecipient({ ...job, phone });
};

/**
 * Ends the wait for the outcome of a message. A receipt may have told it meanwhile; else the message counts as failed,
 * and is not sent again, for it may have arrived.
 */
const checkRecipient = async (job: RecipientCheckJob): Promise<void> => {
  const { workspace_id, broadcast_id, phone } = job;
  const recipient = await findRecipient(broadcast_id, phone);
  if (!recipient || recipient.state === 'failed') return;
  const message = await findMessage(recipient.conversation_id, recipient.message_id);
  if (message?.status === 'sending') {
    if (await isInProgress(job, recipient)) return scheduleRecipientCheck(job);
    await markFailed(message, outcomeUnknown);
  }
  await completeIfDone(workspace_id, broadcast_id);
};

const outcomeUnknown: ChannelError = {
  code: null,
  message: 'The outcome is unknown: the channel did not answer, and no receipt came. The message may have arrived.',
  details: null,
};

/** Asked a moment ago, or waiting for its lane to come back to it. */
const isInProgress = async (
  { workspace_id, broadcast_id }: RecipientCheckJob,
  claim: RecipientClaim,
): Promise<boolean> => {
  if (claim.state === 'called') return clock.now() - Date.parse(claim.called_at) < receiptTimeoutSeconds * 1_000;
  const broadcast = await findBroadcast(workspace_id, broadcast_id);
  const lane = broadcast && (await findLane(broadcast_id, claim.chunk % broadcast.lanes));
  return lane !== undefined && lane.chunk <= claim.chunk;
};

/** Longer than a lane rests by itself, save at a channel that throttles; and to wake one that is awake does no harm. */
const stalledAfterMs = 10 * 60 * 1_000;

/**
 * Wakes what should go on and does not, because its message was lost or lies among the dead letters; then looks again
 * later, until the broadcast is at its end.
 */
const runWatchdog = async (job: BroadcastJob): Promise<void> => {
  await completeIfDone(job.workspace_id, job.broadcast_id);
  const [broadcast, audience] = await Promise.all([
    findBroadcast(job.workspace_id, job.broadcast_id),
    findAudience(job.broadcast_id),
  ]);
  if (!broadcast || !audience || broadcast.completed_at !== null) return;
  const lanes = await Promise.all(
    Array.from({ length: broadcast.lanes }, (_, lane) => findLane(job.broadcast_id, lane)),
  );
  await enqueueJobs([
    ...(audience.is_finished ? [] : [buildPrepareJob(job)]),
    ...lanes.filter(isStalled).map(({ lane }) => buildLaneJob({ ...job, lane })),
    buildWatchdogJob(job),
  ]);
};

const isStalled = (lane: Lane | undefined): lane is Lane =>
  lane !== undefined && !lane.is_completed && clock.now() - Date.parse(lane.advanced_at) > stalledAfterMs;
