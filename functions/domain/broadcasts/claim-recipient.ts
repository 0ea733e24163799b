import { newId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import type { AudienceEntry } from '../../table/broadcasts/audience.ts';
import type { StoredBroadcast } from '../../table/broadcasts/broadcasts.ts';
import {
  type FailureReason,
  findRecipient,
  putClaim,
  putFailures,
  type RecipientClaim,
} from '../../table/broadcasts/recipients.ts';
import { shardForChunk } from '../../table/counters.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';
import { findRecipientsByPhone, type RecipientLookup } from '../../table/messages/send-reads.ts';
import { type FittedContent, fitTemplateContent } from '../messages/content.ts';
import { newOutboundMessage } from '../messages/prepare-send.ts';
import { resolveRecipient } from '../messages/recipient.ts';
import { callChannelOnce, type RecipientOutcome } from './call-channel.ts';
import type { BroadcastContext } from './send-context.ts';

/** One recipient of a chunk, and whom the number leads to. */
export interface RecipientRequest {
  entry: AudienceEntry;
  chunk: number;
  lookup: RecipientLookup | undefined;
}

/** Claims a recipient, and sends to it if nobody else was faster. */
export const sendToRecipient = async (
  context: BroadcastContext,
  request: RecipientRequest,
): Promise<RecipientOutcome> => {
  const content = buildContent(context, request.entry);
  const claimed = await claimRecipient(context, request, content);
  return claimed
    ? callChannelOnce(context, claimed.claim, claimed.message, content.channelContent)
    : 'claimed_elsewhere';
};

/** The template with the recipient's own values, or with those for all. */
export const buildContent = ({ template, definition }: BroadcastContext, { params }: AudienceEntry): FittedContent =>
  fitTemplateContent(params ? { ...template, params } : template, definition);

interface ClaimedRecipient {
  claim: RecipientClaim;
  message: StoredMessage;
}

const claimRecipient = async (
  { broadcast, workspace }: BroadcastContext,
  { entry: { phone }, chunk, lookup }: RecipientRequest,
  { messageFields: kept }: FittedContent,
): Promise<ClaimedRecipient | false> => {
  let currentLookup = lookup;
  return retryOnConflict(async () => {
    const { contact, conversation } = currentLookup ?? {};
    const recipient = resolveRecipient({ phone, contact, conversation }, undefined);
    const request = { workspaceId: workspace.id, id: newId(), senderType: 'bot' as const };
    const message = { ...newOutboundMessage(request, recipient, kept), broadcast: shardForChunk(broadcast.id, chunk) };
    const recipientClaim = newClaim(message, phone, chunk);
    const outcome = await putClaim(broadcast.id, recipientClaim, message, recipient).catch((error: unknown) =>
      confirmClaim(broadcast.id, recipientClaim, error),
    );
    if (outcome === 'claimed') return { claim: recipientClaim, message };
    if (outcome === 'already_claimed') return false;
    [currentLookup] = await findRecipientsByPhone(workspace.id, [phone]);
    return 'conflict';
  });
};

/** The table may have kept a claim and failed to say so: then the row is ours, and it is for us to ask the channel. */
const confirmClaim = async (
  broadcastId: string,
  { phone, message_id }: RecipientClaim,
  error: unknown,
): Promise<'claimed'> => {
  const recipient = await findRecipient(broadcastId, phone);
  if (recipient && recipient.state !== 'failed' && recipient.message_id === message_id) return 'claimed';
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

/** Keeps why a recipient gets no message, unless somebody else was faster. */
export const failRecipient = async (
  { id }: StoredBroadcast,
  { entry: { phone }, chunk }: RecipientRequest,
  reason: FailureReason,
): Promise<'free'> => {
  await putFailures(id, chunk, [{ phone, reason }]);
  return 'free';
};
