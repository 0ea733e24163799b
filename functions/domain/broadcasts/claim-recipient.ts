import { newId } from '../../platform/ids.ts';
import { untilWon } from '../../platform/retry-on-conflict.ts';
import type { AudienceEntry } from '../../table/broadcasts/audience.ts';
import type { StoredBroadcast } from '../../table/broadcasts/broadcasts.ts';
import { type Claim, findRecipient, putClaim, putFailures, type Reason } from '../../table/broadcasts/recipients.ts';
import { shardForChunk } from '../../table/counters.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';
import { findWhereabouts, type Whereabouts } from '../../table/messages/send-reads.ts';
import { type FittedContent, fitChoice } from '../messages/content.ts';
import { newOutbound } from '../messages/prepare-send.ts';
import { addresseeOf } from '../messages/recipient.ts';
import { askChannel, type EntryOutcome } from './call-channel.ts';
import type { BroadcastContext } from './send-context.ts';

/** One recipient of a chunk, and whom the number leads to. */
export interface EntryOrder {
  entry: AudienceEntry;
  chunk: number;
  whereabouts: Whereabouts | undefined;
}

/** Claims a recipient, and sends to it if nobody else was faster. */
export const sendEntry = async (context: BroadcastContext, order: EntryOrder): Promise<EntryOutcome> => {
  const content = contentFor(context, order.entry);
  const claimed = await claim(context, order, content);
  return claimed ? askChannel(context, claimed.claim, claimed.message, content.sent) : 'claimed_elsewhere';
};

/** The template with the recipient's own values, or with those for all. */
export const contentFor = ({ template, definition }: BroadcastContext, { params }: AudienceEntry): FittedContent =>
  fitChoice(params ? { ...template, params } : template, definition);

interface Claimed {
  claim: Claim;
  message: StoredMessage;
}

const claim = async (
  { broadcast, workspace }: BroadcastContext,
  { entry: { phone }, chunk, whereabouts }: EntryOrder,
  { kept }: FittedContent,
): Promise<Claimed | false> => {
  let place = whereabouts;
  return untilWon(async () => {
    const { contact, conversation } = place ?? {};
    const addressee = addresseeOf({ phone, contact, conversation }, undefined);
    const order = { workspaceId: workspace.id, id: newId(), senderType: 'bot' as const };
    const message = { ...newOutbound(order, addressee, kept), broadcast: shardForChunk(broadcast.id, chunk) };
    const claimed = claimOf(message, phone, chunk);
    const outcome = await putClaim(broadcast.id, claimed, message, addressee).catch((error: unknown) =>
      confirm(broadcast.id, claimed, error),
    );
    if (outcome === 'claimed') return { claim: claimed, message };
    if (outcome === 'claimed before') return false;
    [place] = await findWhereabouts(workspace.id, [phone]);
    return undefined;
  });
};

/** The table may have kept a claim and failed to say so: then the row is ours, and it is for us to ask the channel. */
const confirm = async (broadcastId: string, { phone, message_id }: Claim, error: unknown): Promise<'claimed'> => {
  const recipient = await findRecipient(broadcastId, phone);
  if (recipient && recipient.state !== 'failed' && recipient.message_id === message_id) return 'claimed';
  throw error;
};

const claimOf = ({ id, conversation_id }: StoredMessage, phone: string, chunk: number): Claim => ({
  phone,
  chunk,
  state: 'ready',
  message_id: id,
  conversation_id,
  tries: 0,
  asked_at: '',
  asked_by: '',
});

/** Keeps why a recipient gets no message, unless somebody else was faster. */
export const failEntry = async (
  { id }: StoredBroadcast,
  { entry: { phone }, chunk }: EntryOrder,
  reason: Reason,
): Promise<'free'> => {
  await putFailures(id, chunk, [{ phone, reason }]);
  return 'free';
};
