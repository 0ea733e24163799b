import type { AudienceEntry } from '../../model/broadcasts/audience.ts';
import { shardForChunk } from '../../model/broadcasts/counters.ts';
import { type FailureReason, isClaim, type RecipientClaim } from '../../model/broadcasts/recipient.ts';
import { newId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { findRecipient, putClaim, putFailures } from '../../table/broadcasts/recipients.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';
import { findRecipientsByPhone, type RecipientLookup } from '../../table/messages/sends.ts';
import type { FittedContent } from '../messages/content.ts';
import { newOutboundMessage, resolveRecipient } from '../messages/outbound-message.ts';
import { type ClaimedMessage, callChannelOnce, type RecipientOutcome } from './call-channel.ts';
import { erasedReason, isErasedSince, isRecipientOptedOut, optedOutReason } from './failure-reasons.ts';
import { type BroadcastContext, buildContent } from './send-context.ts';

export interface RecipientRequest {
  entry: AudienceEntry;
  chunk: number;
  lookup: RecipientLookup | undefined;
}

export const sendToRecipient = async (
  context: BroadcastContext,
  request: RecipientRequest,
): Promise<RecipientOutcome> => {
  const content = buildContent(context, request.entry);
  if ('reason' in content) return failRecipient(context, request, content.reason);
  const claimed = await claimRecipient(context, request, content);
  if (claimed === 'opted_out') return failRecipient(context, request, optedOutReason);
  if (claimed === 'erased') return failRecipient(context, request, erasedReason);
  return claimed ? callChannelOnce(context, claimed, content) : 'claimed_elsewhere';
};

/** Another worker may have claimed the recipient before the contact opted out or was erased. */
export const failRecipient = async (
  { broadcast }: BroadcastContext,
  { entry: { phone }, chunk }: RecipientRequest,
  reason: FailureReason,
): Promise<'free' | 'claimed_elsewhere'> =>
  (await putFailures(broadcast, chunk, [{ phone, reason }])) ? 'free' : 'claimed_elsewhere';

const claimRecipient = async (
  { broadcast, workspace }: BroadcastContext,
  { entry: { phone }, chunk, lookup }: RecipientRequest,
  { messageFields }: FittedContent,
): Promise<ClaimedMessage | 'opted_out' | 'erased' | false> => {
  let currentLookup = lookup;
  return retryOnConflict(async () => {
    if (isRecipientOptedOut(currentLookup)) return 'opted_out';
    if (isErasedSince(broadcast, currentLookup)) return 'erased';
    const recipient = resolveRecipient(phone, currentLookup ?? {});
    const identity = { workspaceId: workspace.id, id: newId(), senderType: 'bot' as const };
    const message = {
      ...newOutboundMessage(identity, recipient, messageFields),
      broadcast: shardForChunk(broadcast.id, chunk),
    };
    const claim = newClaim(message, phone, chunk);
    const outcome = await putClaim(broadcast.id, claim, message, recipient).catch((error: unknown) =>
      confirmClaim(broadcast.id, claim, error),
    );
    if (outcome === 'claimed') return { claim, message };
    if (outcome === 'already_claimed') return false;
    [currentLookup] = await findRecipientsByPhone(workspace.id, [phone]);
    return 'conflict';
  });
};

/** Recovers a claim whose write succeeded but whose response was lost. */
const confirmClaim = async (broadcastId: string, claim: RecipientClaim, error: unknown): Promise<'claimed'> => {
  const recipient = await findRecipient(broadcastId, claim.phone);
  if (isClaim(recipient) && recipient.message_id === claim.message_id) return 'claimed';
  throw error;
};

const newClaim = ({ id, conversation_id }: StoredMessage, phone: string, chunk: number): RecipientClaim => ({
  phone,
  chunk,
  state: 'ready',
  message_id: id,
  conversation_id,
  calls: 0,
  called_at: '',
  called_by: '',
});
