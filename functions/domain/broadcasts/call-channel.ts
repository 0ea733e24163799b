import type { ChannelError } from '../../model/message.ts';
import { clock } from '../../platform/clock.ts';
import { incrementLogField } from '../../platform/invocation-trace.ts';
import { markCalled, markReady, type RecipientClaim } from '../../table/broadcasts/recipients.ts';
import { blockUntil } from '../../table/channels/send-rate.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';
import { buildMessageBody, type OutboundContent } from '../channels/msgapp/message-body.ts';
import { sendToMsgapp } from '../channels/msgapp/send.ts';
import { recordAccepted, recordRefused, toUnreachableError } from '../messages/send-message.ts';
import { markFailed } from '../messages/send-outcome.ts';
import { scheduleRecipientCheck } from './check.ts';
import type { BroadcastContext } from './send-context.ts';

/**
 * Whether the recipient needed a message of the month; or that another call is asking for it right now; or how long the
 * channel wants us to wait.
 */
export type RecipientOutcome = 'counted' | 'free' | 'claimed_elsewhere' | { retryInMs: number };

/** Leaves a function of 30 s the time to store the outcome. */
const channelTimeoutMs = 8_000;

/** Asks the channel to send what is claimed, unless another call does. */
export const callChannelOnce = async (
  context: BroadcastContext,
  claim: RecipientClaim,
  message: StoredMessage,
  content: OutboundContent,
): Promise<RecipientOutcome> => {
  const calledClaim = await markCalled(context.broadcast.id, claim);
  return calledClaim ? callChannel(context, calledClaim, message, content) : 'claimed_elsewhere';
};

/** Only the channel's clear no lets it be asked again. */
const callChannel = async (
  context: BroadcastContext,
  claim: RecipientClaim,
  message: StoredMessage,
  content: OutboundContent,
): Promise<RecipientOutcome> => {
  const { broadcast, account, template } = context;
  const body = buildMessageBody({ to: claim.phone, messageId: message.id }, content);
  const job = { workspace_id: broadcast.workspace_id, broadcast_id: broadcast.id, phone: claim.phone };
  const outcome = await sendToMsgapp(account, body, { timeoutMs: channelTimeoutMs });
  incrementLogField(`channel_${outcome.outcome}`);
  switch (outcome.outcome) {
    case 'accepted': {
      const recorded = await recordAccepted(message, claim.phone, outcome);
      // It could not be kept. A receipt will tell; but somebody has to look afterwards whether it was the last one.
      if (recorded.status === 'sending') await scheduleRecipientCheck(job);
      return 'counted';
    }
    case 'unknown':
      await scheduleRecipientCheck(job);
      return 'counted';
    case 'unreachable':
      return retryOrFail(context, claim, message, toUnreachableError(outcome));
    case 'refused':
      if (outcome.throttled) return retryOrFail(context, claim, message, outcome);
      await recordRefused(message, { type: 'template', template }, outcome);
      return 'free';
  }
};

/** With waits that double from two seconds to five minutes, the channel has about half an hour to come round. */
const callsMax = 13;
const retryInMsMax = 300_000;

/** The channel is known not to have sent it: it is asked again after a while, and the whole number takes a rest. */
const retryOrFail = async (
  { broadcast, account }: BroadcastContext,
  claim: RecipientClaim,
  message: StoredMessage,
  { code, message: errorMessage, details }: ChannelError,
): Promise<RecipientOutcome> => {
  if (claim.calls >= callsMax) {
    await markFailed(message, { code, message: errorMessage, details });
    return 'free';
  }
  const retryInMs = Math.min(retryInMsMax, 1_000 * 2 ** claim.calls);
  await Promise.all([
    markReady(broadcast.id, claim),
    blockUntil('msgapp', account.phoneNumberId, clock.now() + Math.min(retryInMs, 2_000)),
  ]);
  return { retryInMs };
};
