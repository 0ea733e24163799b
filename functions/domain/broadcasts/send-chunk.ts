import type { Chunk } from '../../model/broadcasts/audience.ts';
import type { FailureReason } from '../../model/broadcasts/recipient.ts';
import { clock } from '../../platform/clock.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { settleAll } from '../../platform/settle-all.ts';
import type { StoredBroadcast } from '../../table/broadcasts/broadcasts.ts';
import { findLaneContext, reserveChunkQuota } from '../../table/broadcasts/lanes.ts';
import { findRecipients, putFailures } from '../../table/broadcasts/recipients.ts';
import { findRecipientsByPhone, findSendInputs } from '../../table/messages/sends.ts';
import { settleUsage } from '../../table/workspaces/usage-shares.ts';
import { planLimitReached, quotaDayAt } from '../workspaces/message-quota.ts';
import type { RecipientOutcome } from './call-channel.ts';
import { isRecipientOptedOut, optedOutReason } from './failure-reasons.ts';
import { failPendingRecipient, resumeRecipient } from './resume-recipient.ts';
import type { BroadcastContext } from './send-context.ts';
import { reserveSendSlot, startSpaced } from './send-rate.ts';
import { failRecipient, type RecipientRequest, sendToRecipient } from './send-to-recipient.ts';

export type ChunkOutcome =
  | { chunk: Chunk; used: number }
  | 'claimed_elsewhere'
  | { retryAtMs: number; slotAtMs?: number };

/** Sends to every recipient of a chunk at the number's rate, and resumes those that an earlier attempt left open. */
export const sendChunk = async (
  context: BroadcastContext,
  chunk: Chunk,
  slotAtMs: number | undefined,
): Promise<ChunkOutcome> => {
  const { broadcast, workspace } = context;
  const phones = chunk.entries.map(({ phone }) => phone);
  const reservedChunk = await reserveQuota(broadcast, chunk, workspace.messages_per_month);
  const [recipients, lookups] = await Promise.all([
    findRecipients(broadcast.id, phones),
    findRecipientsByPhone(workspace.id, phones),
  ]);
  // The slot is reserved last, so the reads above do not use it up.
  const slot = await reserveSendSlot(workspace, phones.length, slotAtMs);
  if ('retryAtMs' in slot) return { ...slot, slotAtMs: slot.retryAtMs };
  const outcomes = await startSpaced(slot, chunk.entries, (entry, index) => {
    const request: RecipientRequest = { entry, chunk: chunk.index, lookup: lookups[index] };
    const recipient = recipients[index];
    if (recipient) return resumeRecipient(context, request, recipient);
    if (isRecipientOptedOut(request.lookup)) return failRecipient(context, request, optedOutReason);
    return index < reservedChunk.reserved ? sendToRecipient(context, request) : failOverQuota(context, request);
  });
  return toChunkOutcome(reservedChunk, outcomes);
};

const toChunkOutcome = (chunk: Chunk, outcomes: readonly RecipientOutcome[]): ChunkOutcome => {
  const retryDelaysMs = outcomes.flatMap((outcome) => (typeof outcome === 'string' ? [] : [outcome.retryInMs]));
  if (retryDelaysMs.length > 0) return { retryAtMs: clock.now() + Math.max(...retryDelaysMs) };
  if (outcomes.includes('claimed_elsewhere')) return 'claimed_elsewhere';
  return { chunk, used: outcomes.filter((outcome) => outcome === 'counted').length };
};

const failOverQuota = (context: BroadcastContext, request: RecipientRequest): Promise<RecipientOutcome> => {
  const { code, message } = planLimitReached(context.workspace.messages_per_month);
  return failRecipient(context, request, { code, message });
};

export const failChunk = async (
  broadcast: StoredBroadcast,
  chunk: Chunk,
  reason: FailureReason,
): Promise<ChunkOutcome> => {
  // Reserving nothing keeps a worker that still sends this chunk from reserving more, so the refund is exact.
  const reservedChunk = await reserveQuota(broadcast, chunk, 0);
  const phones = chunk.entries.map(({ phone }) => phone);
  const recipients = await findRecipients(broadcast.id, phones);
  const failures = phones.filter((_, index) => !recipients[index]).map((phone) => ({ phone, reason }));
  if (failures.length > 0 && !(await putFailures(broadcast, chunk.index, failures))) {
    // Another worker has claimed one of them meanwhile.
    return failChunk(broadcast, reservedChunk, reason);
  }
  const outcomes = await settleAll(
    recipients
      .filter((recipient) => recipient !== undefined)
      .map((recipient) => failPendingRecipient(broadcast, chunk.index, recipient, reason)),
  );
  return toChunkOutcome(reservedChunk, outcomes);
};

/**
 * Consumes quota for a whole chunk, or as much as is left: one write per message, at 80 messages a second, would
 * contend for the month's one item. The lane refunds the unused part.
 */
const reserveQuota = async (
  broadcast: StoredBroadcast,
  chunk: Chunk,
  limit: number | null,
): Promise<Chunk & { reserved: number }> => {
  let current = chunk;
  return retryOnConflict(async () => {
    if (current.reserved !== undefined) return { ...current, reserved: current.reserved };
    const quotaDay = quotaDayAt(clock.now());
    const reserved = await countWithinQuota(broadcast, chunk, quotaDay.month, limit);
    const outcome = await reserveChunkQuota(broadcast, chunk.index, { reserved, limit, ...quotaDay });
    if (outcome === 'reserved') return { ...chunk, reserved, ...quotaDay };
    if (outcome === 'already_reserved') current = await rereadChunk(broadcast, chunk);
    return 'conflict';
  });
};

const countWithinQuota = async (
  { workspace_id }: StoredBroadcast,
  { entries }: Chunk,
  month: string,
  limit: number | null,
): Promise<number> => {
  if (limit === null) return entries.length;
  const { usage } = await findSendInputs(workspace_id, { month, template: undefined });
  const { messagesUsed } = await settleUsage({ workspaceId: workspace_id, month, limit }, usage);
  return Math.min(entries.length, Math.max(0, limit - messagesUsed));
};

const rereadChunk = async ({ workspace_id, id }: StoredBroadcast, { index }: Chunk): Promise<Chunk> => {
  const laneContext = await findLaneContext(workspace_id, id, index);
  if (!laneContext?.chunk) throw new Error(`Chunk ${index} of broadcast ${id} does not exist.`);
  return laneContext.chunk;
};
