import type { RecipientClaim } from '../../model/broadcasts/recipient.ts';
import { buildRecipientCheckJob } from '../../model/jobs/broadcasts.ts';
import { toPublicErrorCode } from '../../model/messages/error.ts';
import { clock } from '../../platform/clock.ts';
import { incrementLogField } from '../../platform/log/invocation-trace.ts';
import { markCalled, markReady } from '../../table/broadcasts/recipients.ts';
import { blockUntil } from '../../table/channels/send-rate.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';
import { buildMessageBody } from '../channels/msgapp/message-body.ts';
import type { ChannelRefusal } from '../channels/msgapp/refusal.ts';
import { type SendOutcome, sendToMsgapp, type UnreachableChannel } from '../channels/msgapp/send.ts';
import type { FittedContent } from '../messages/content.ts';
import { recordOutcome } from '../messages/send-outcome.ts';
import { enqueueJobs } from '../queues.ts';
import type { BroadcastContext } from './send-context.ts';

/** `counted` uses a message of the quota, `free` does not. */
export type RecipientOutcome = 'counted' | 'free' | 'claimed_elsewhere' | { retryInMs: number };

export interface ClaimedMessage {
  claim: RecipientClaim;
  message: StoredMessage;
}

export const callChannelOnce = async (
  context: BroadcastContext,
  { claim, message }: ClaimedMessage,
  content: FittedContent,
): Promise<RecipientOutcome> => {
  const calledClaim = await markCalled(context.broadcast.id, claim);
  return calledClaim ? callChannel(context, { claim: calledClaim, message }, content) : 'claimed_elsewhere';
};

/** With backoff from two seconds to five minutes, the channel has about half an hour to recover. */
const callsMax = 13;
const retryInMsMax = 300_000;

const callChannel = async (
  context: BroadcastContext,
  { claim, message }: ClaimedMessage,
  { channelContent }: FittedContent,
): Promise<RecipientOutcome> => {
  const { broadcast, account, template } = context;
  const body = buildMessageBody({ to: claim.phone, message }, channelContent);
  const outcome = await sendToMsgapp(account, body);
  incrementLogField(`channel_${outcome.outcome}`);
  await context.noteHealth(outcome);
  if (isRetryable(outcome) && claim.calls < callsMax) return retryLater(context, claim, outcome);
  const recorded = await recordOutcome(message, { to: claim.phone, template }, outcome);
  if (recorded.status === 'sending') {
    await enqueueJobs([
      buildRecipientCheckJob({ workspaceId: broadcast.workspace_id, broadcastId: broadcast.id, phone: claim.phone }),
    ]);
  }
  return toQuotaOutcome(recorded);
};

/** The channel is known not to have sent the message, and a later call may succeed. */
const isRetryable = (outcome: SendOutcome): outcome is ChannelRefusal | UnreachableChannel =>
  outcome.outcome === 'unreachable' ||
  (outcome.outcome === 'refused' && (outcome.retry === 'in_seconds' || outcome.retry === 'in_minutes'));

const retryLater = async (
  { broadcast, account }: BroadcastContext,
  claim: RecipientClaim,
  outcome: ChannelRefusal | UnreachableChannel,
): Promise<{ retryInMs: number }> => {
  const retryInMs = Math.min(retryInMsMax, 1_000 * 2 ** claim.calls);
  const refusedCode = outcome.outcome === 'refused' ? toPublicErrorCode(outcome) : 'channel_unreachable';
  await Promise.all([
    markReady(broadcast.id, claim, refusedCode),
    blockUntil('msgapp', account.phoneNumberId, clock.now() + Math.min(retryInMs, 2_000)),
  ]);
  return { retryInMs };
};

/** A message that the channel never accepted is free once it has failed. */
export const toQuotaOutcome = ({ status, channel_message_id }: StoredMessage): 'counted' | 'free' =>
  status === 'failed' && channel_message_id === null ? 'free' : 'counted';
