import type { Lane } from '../../model/broadcasts/audience.ts';
import { isClaim, type RecipientClaim } from '../../model/broadcasts/recipient.ts';
import {
  type BroadcastJob,
  buildLaneJob,
  buildPrepareJob,
  buildRecipientCheckJob,
  buildWakeJob,
  buildWatchdogJob,
  type CheckJob,
  type RecipientCheckJob,
  receiptTimeoutSeconds,
} from '../../model/jobs/broadcasts.ts';
import { outcomeUnknown } from '../../model/messages/error.ts';
import { clock, secondsUntil } from '../../platform/clock.ts';
import { findAudience } from '../../table/broadcasts/audience.ts';
import { findBroadcast, type StoredBroadcast } from '../../table/broadcasts/broadcasts.ts';
import { findLane } from '../../table/broadcasts/lanes.ts';
import { findRecipient } from '../../table/broadcasts/recipients.ts';
import { findMessage } from '../../table/messages/messages.ts';
import { addLogFields } from '../log.ts';
import { markFailed } from '../messages/send-outcome.ts';
import { enqueueJobs } from '../queues.ts';
import { completeIfDone } from './broadcasts.ts';

export const checkBroadcast = ({ phone, ...job }: CheckJob): Promise<void> => {
  addLogFields({ workspace_id: job.workspaceId, broadcast_id: job.broadcastId });
  return phone === undefined ? runWatchdog(job) : checkRecipient({ ...job, phone });
};

/** Fails a message whose outcome is still unknown. It is not sent again, because it may have been delivered. */
const checkRecipient = async (job: RecipientCheckJob): Promise<void> => {
  const { workspaceId, broadcastId, phone } = job;
  const recipient = await findRecipient(broadcastId, phone);
  if (!isClaim(recipient)) return;
  const message = await findMessage(recipient.conversation_id, recipient.message_id);
  if (message?.status === 'sending') {
    if (await isInProgress(job, recipient)) return enqueueJobs([buildRecipientCheckJob(job)]);
    await markFailed(message, outcomeUnknown);
  }
  await completeIfDone(workspaceId, broadcastId);
};

const isInProgress = async (
  { workspaceId, broadcastId }: RecipientCheckJob,
  claim: RecipientClaim,
): Promise<boolean> => {
  if (claim.state === 'called') return clock.now() - Date.parse(claim.called_at) < receiptTimeoutSeconds * 1_000;
  const broadcast = await findBroadcast(workspaceId, broadcastId);
  const lane = broadcast && (await findLane(broadcastId, claim.chunk % broadcast.lanes));
  return lane !== undefined && lane.chunk <= claim.chunk;
};

/** A lane pauses for less than this unless the channel throttles; restarting a live lane is harmless. */
const stalledAfterMs = 10 * 60 * 1_000;

/**
 * Enqueues lanes and audience reads again whose job was lost or dead-lettered, then itself, until the broadcast is
 * completed. A scheduled broadcast begins when its time has come.
 */
const runWatchdog = async (job: BroadcastJob): Promise<void> => {
  const { workspaceId, broadcastId } = job;
  await completeIfDone(workspaceId, broadcastId);
  const [broadcast, audience] = await Promise.all([findBroadcast(workspaceId, broadcastId), findAudience(broadcastId)]);
  if (!broadcast || !audience || broadcast.completed_at !== null) return;
  if (broadcast.is_waiting) return wake(job, broadcast);
  const lanes = await Promise.all(Array.from({ length: broadcast.lanes }, (_, lane) => findLane(broadcastId, lane)));
  await enqueueJobs([
    ...(audience.is_finished
      ? lanes.filter(isStalled).map(({ lane }) => buildLaneJob({ ...job, lane }))
      : [buildPrepareJob(job)]),
    buildWatchdogJob(job),
  ]);
};

/** Begins with the read of the audience; a file is read before. Until its time, the job returns every 15 minutes at most. */
const wake = (job: BroadcastJob, { scheduled_at = '', is_file_pending }: StoredBroadcast): Promise<void> => {
  const waitSeconds = secondsUntil(scheduled_at);
  return enqueueJobs([
    ...(waitSeconds > 0 && !is_file_pending ? [] : [buildPrepareJob(job)]),
    waitSeconds > 0 ? buildWakeJob(job, waitSeconds) : buildWatchdogJob(job),
  ]);
};

const isStalled = (lane: Lane | undefined): lane is Lane =>
  lane !== undefined && !lane.is_completed && clock.now() - Date.parse(lane.advanced_at) > stalledAfterMs;
