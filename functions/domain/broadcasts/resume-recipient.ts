import {
  duplicateKey,
  type FailureReason,
  type RecipientClaim,
  type RecipientState,
} from '../../model/broadcasts/recipient.ts';
import { buildRecipientCheckJob } from '../../model/jobs/broadcasts.ts';
import { clock } from '../../platform/clock.ts';
import type { StoredBroadcast } from '../../table/broadcasts/broadcasts.ts';
import { markCalled, putFailures } from '../../table/broadcasts/recipients.ts';
import { findMessage, type StoredMessage } from '../../table/messages/messages.ts';
import { markFailed } from '../messages/send-outcome.ts';
import { enqueueJobs } from '../queues.ts';
import { type ClaimedMessage, callChannelOnce, type RecipientOutcome, toQuotaOutcome } from './call-channel.ts';
import {
  duplicateReason,
  erasedReason,
  isErasedSince,
  isRecipientOptedOut,
  optedOutReason,
} from './failure-reasons.ts';
import { type BroadcastContext, buildContent } from './send-context.ts';
import type { RecipientRequest } from './send-to-recipient.ts';

export const resumeRecipient = async (
  context: BroadcastContext,
  { entry, chunk, lookup }: RecipientRequest,
  recipient: RecipientState,
): Promise<RecipientOutcome> => {
  if (isRecipientOptedOut(lookup)) return failPendingRecipient(context.broadcast, chunk, recipient, optedOutReason);
  if (isErasedSince(context.broadcast, lookup))
    return failPendingRecipient(context.broadcast, chunk, recipient, erasedReason);
  const ready = await findReadyMessage(context.broadcast, chunk, recipient);
  if (typeof ready === 'string') return ready;
  const content = buildContent(context, entry);
  if ('reason' in content) return failPendingRecipient(context.broadcast, chunk, recipient, content.reason);
  return callChannelOnce(context, ready, content);
};

export const failPendingRecipient = async (
  broadcast: StoredBroadcast,
  chunk: number,
  recipient: RecipientState,
  reason: FailureReason,
): Promise<RecipientOutcome> => {
  const ready = await findReadyMessage(broadcast, chunk, recipient);
  if (typeof ready === 'string') return ready;
  // The mark keeps every other worker from calling the channel.
  if (!(await markCalled(broadcast.id, ready.claim))) return 'claimed_elsewhere';
  return toQuotaOutcome(await markFailed(ready.message, { ...reason, details: null }));
};

/** The message if the channel may be called for it, else the outcome for the recipient. */
const findReadyMessage = async (
  broadcast: StoredBroadcast,
  chunk: number,
  recipient: RecipientState,
): Promise<ClaimedMessage | 'counted' | 'free' | 'claimed_elsewhere'> => {
  if (recipient.chunk !== chunk) return failDuplicate(broadcast, recipient.phone, chunk);
  if (recipient.state === 'failed') return 'free';
  const message = await getClaimedMessage(recipient);
  if (message.status !== 'sending') return toQuotaOutcome(message);
  if (recipient.state === 'called') return awaitReceipt(broadcast, recipient);
  return { claim: recipient, message };
};

/** The time limit of the function: a call that started earlier is no longer running. */
const callMsMax = 30_000;

/** The channel may have the message, so it is not called again: a receipt or the recipient check decides. */
const awaitReceipt = async (
  { workspace_id, id }: StoredBroadcast,
  { phone, called_at }: RecipientClaim,
): Promise<'counted' | 'claimed_elsewhere'> => {
  if (clock.now() - Date.parse(called_at) < callMsMax) return 'claimed_elsewhere';
  await enqueueJobs([buildRecipientCheckJob({ workspaceId: workspace_id, broadcastId: id, phone })]);
  return 'counted';
};

/** A number that moved between contacts while the audience was read can be in two chunks. */
const failDuplicate = async (broadcast: StoredBroadcast, phone: string, chunk: number): Promise<'free'> => {
  await putFailures(broadcast, chunk, [{ phone: duplicateKey(phone, chunk), reason: duplicateReason }]);
  return 'free';
};

const getClaimedMessage = async ({ conversation_id, message_id }: RecipientClaim): Promise<StoredMessage> => {
  const message = await findMessage(conversation_id, message_id);
  if (message) return message;
  throw new Error(`Message ${message_id} does not exist.`);
};
