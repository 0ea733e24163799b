import { clock } from '../../platform/clock.ts';
import type { StoredBroadcast } from '../../table/broadcasts/broadcasts.ts';
import {
  duplicateKey,
  type FailureReason,
  markCalled,
  putFailures,
  type RecipientClaim,
  type RecipientState,
} from '../../table/broadcasts/recipients.ts';
import { findMessage, type StoredMessage } from '../../table/messages/messages.ts';
import { markFailed } from '../messages/send-outcome.ts';
import { callChannelOnce, type RecipientOutcome } from './call-channel.ts';
import { scheduleRecipientCheck } from './check.ts';
import { buildContent, type RecipientRequest } from './claim-recipient.ts';
import type { BroadcastContext } from './send-context.ts';

/** Takes up a recipient for whom there is a row already: an earlier try got as far as that, or another is at it. */
export const resumeRecipient = async (
  context: BroadcastContext,
  { entry, chunk }: RecipientRequest,
  recipient: RecipientState,
): Promise<RecipientOutcome> => {
  const { broadcast } = context;
  if (recipient.chunk !== chunk) return failDuplicate(broadcast, entry.phone, chunk);
  if (recipient.state === 'failed') return 'free';
  const message = await getClaimedMessage(recipient);
  if (message.status !== 'sending') return quotaOutcome(message);
  if (recipient.state === 'called') return awaitReceipt(broadcast, recipient);
  return callChannelOnce(context, recipient, message, buildContent(context, entry).channelContent);
};

/** Closes a recipient of a broadcast that sends no more. */
export const failPendingRecipient = async (
  broadcast: StoredBroadcast,
  chunk: number,
  recipient: RecipientState,
  reason: FailureReason,
): Promise<Exclude<RecipientOutcome, object>> => {
  if (recipient.chunk !== chunk) return failDuplicate(broadcast, recipient.phone, chunk);
  if (recipient.state === 'failed') return 'free';
  const message = await getClaimedMessage(recipient);
  if (message.status !== 'sending') return quotaOutcome(message);
  if (recipient.state === 'called') return awaitReceipt(broadcast, recipient);
  // Whoever takes this step in the place of a sender keeps it from asking the channel.
  if (!(await markCalled(broadcast.id, recipient))) return 'claimed_elsewhere';
  return quotaOutcome(await markFailed(message, { code: null, message: reason.message, details: null }));
};

/** The time limit of the function: whoever asked longer ago is not at it any more. */
const callMsMax = 30_000;

/** The channel may have the message. Nobody asks it again; a receipt tells, or else the end of our patience. */
const awaitReceipt = async (
  { workspace_id, id }: StoredBroadcast,
  { phone, called_at }: RecipientClaim,
): Promise<'counted' | 'claimed_elsewhere'> => {
  if (clock.now() - Date.parse(called_at) < callMsMax) return 'claimed_elsewhere';
  await scheduleRecipientCheck({ workspace_id, broadcast_id: id, phone });
  return 'counted';
};

/** What the channel refused is given back. */
const quotaOutcome = ({ status, channel_message_id }: StoredMessage): 'counted' | 'free' =>
  status === 'failed' && channel_message_id === null ? 'free' : 'counted';

const duplicateReason: FailureReason = {
  code: 'duplicate',
  message: 'Another recipient of the broadcast has the same number.',
};

/** A contact whose number changed while the audience was read may stand in it twice. The row's place says which one. */
const failDuplicate = async ({ id }: StoredBroadcast, phone: string, chunk: number): Promise<'free'> => {
  await putFailures(id, chunk, [{ phone: duplicateKey(phone, chunk), reason: duplicateReason }]);
  return 'free';
};

const getClaimedMessage = async ({ conversation_id, message_id }: RecipientClaim): Promise<StoredMessage> => {
  const message = await findMessage(conversation_id, message_id);
  if (message) return message;
  throw new Error(`The message ${message_id} is gone.`);
};
