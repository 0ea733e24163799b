import { clock } from '../../platform/clock.ts';
import { settleAll } from '../../platform/settle-all.ts';
import type { Chunk } from '../../table/broadcasts/audience.ts';
import type { StoredBroadcast } from '../../table/broadcasts/broadcasts.ts';
import { type FailureReason, findRecipients, putFailures } from '../../table/broadcasts/recipients.ts';
import { findRecipientsByPhone } from '../../table/messages/send-reads.ts';
import { planLimitReached } from '../workspaces/message-quota.ts';
import type { RecipientOutcome } from './call-channel.ts';
import { failRecipient, type RecipientRequest, sendToRecipient } from './claim-recipient.ts';
import { reserveQuota } from './reserve-quota.ts';
import { failPendingRecipient, resumeRecipient } from './resume-recipient.ts';
import type { BroadcastContext } from './send-context.ts';
import { reserveSendSlot, startSpaced } from './send-rate.ts';

/**
 * How many messages of the month the chunk needed; or that another call is at it; or when to come again, because the
 * channel wants us to wait, or because the slot that was found is far off.
 */
export type ChunkOutcome =
  | { chunk: Chunk; used: number }
  | 'claimed_elsewhere'
  | { retryAtMs: number; slotAtMs?: number };

/**
 * Sends to everybody in a chunk to whom nobody has sent yet, at the pace of the number, and takes up again what an
 * earlier try had to leave. `reservedSlotMs` is a slot that was found for it before.
 */
export const sendChunk = async (
  context: BroadcastContext,
  chunk: Chunk,
  reservedSlotMs: number | undefined,
): Promise<ChunkOutcome> => {
  const { broadcast, workspace } = context;
  const phones = chunk.entries.map(({ phone }) => phone);
  const reservedChunk = await reserveQuota(broadcast, chunk, workspace.messages_per_month);
  const [recipients, lookups] = await Promise.all([
    findRecipients(broadcast.id, phones),
    findRecipientsByPhone(workspace.id, phones),
  ]);
  // Last of all, so that nothing but the sending itself takes time from it.
  const slot = await reserveSendSlot(workspace, phones.length, reservedSlotMs);
  if ('retryAtMs' in slot) return { ...slot, slotAtMs: slot.retryAtMs };
  const outcomes = await startSpaced(slot, chunk.entries, (entry, index) => {
    const request: RecipientRequest = { entry, chunk: chunk.index, lookup: lookups[index] };
    const recipient = recipients[index];
    if (recipient) return resumeRecipient(context, request, recipient);
    return index < reservedChunk.reserved ? sendToRecipient(context, request) : failOverQuota(context, request);
  });
  return toChunkOutcome(reservedChunk, outcomes);
};

/** A lane leaves a chunk only when it is known of everybody in it whether the channel was asked for good. */
const toChunkOutcome = (chunk: Chunk, outcomes: readonly RecipientOutcome[]): ChunkOutcome => {
  const retryDelaysMs = outcomes.flatMap((outcome) => (typeof outcome === 'string' ? [] : [outcome.retryInMs]));
  if (retryDelaysMs.length > 0) return { retryAtMs: clock.now() + Math.max(...retryDelaysMs) };
  if (outcomes.includes('claimed_elsewhere')) return 'claimed_elsewhere';
  return { chunk, used: outcomes.filter((outcome) => outcome === 'counted').length };
};

const failOverQuota = (
  { broadcast, workspace }: BroadcastContext,
  request: RecipientRequest,
): Promise<RecipientOutcome> => {
  const { code, message } = planLimitReached(workspace.messages_per_month);
  return failRecipient(broadcast, request, { code, message });
};

/** Fails everybody in a chunk to whom nobody has sent yet. */
export const failChunk = async (
  broadcast: StoredBroadcast,
  chunk: Chunk,
  reason: FailureReason,
): Promise<ChunkOutcome> => {
  const phones = chunk.entries.map(({ phone }) => phone);
  const recipients = await findRecipients(broadcast.id, phones);
  const missing = phones.filter((_, index) => !recipients[index]);
  const failures = missing.map((phone) => ({ phone, reason }));
  if (failures.length > 0 && !(await putFailures(broadcast.id, chunk.index, failures))) {
    // Somebody who sends was faster with one of them.
    return failChunk(broadcast, chunk, reason);
  }
  const outcomes = await settleAll(
    recipients
      .filter((recipient) => recipient !== undefined)
      .map((recipient) => failPendingRecipient(broadcast, chunk.index, recipient, reason)),
  );
  return toChunkOutcome(chunk, outcomes);
};
