import { clock } from '../../platform/clock.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import type { Chunk } from '../../table/broadcasts/audience.ts';
import type { StoredBroadcast } from '../../table/broadcasts/broadcasts.ts';
import { findLaneContext, reserveChunkQuota } from '../../table/broadcasts/lanes.ts';
import { findSendInputs } from '../../table/messages/send-reads.ts';
import { toMonth } from '../workspaces/message-quota.ts';

/**
 * Spends the month's messages for a whole chunk at once, or as many as the plan has left: at 80 messages a second, not
 * all of them should meet on the month's one item. What the chunk does not need, its lane gives back.
 */
export const reserveQuota = async (
  broadcast: StoredBroadcast,
  chunk: Chunk,
  limit: number | null,
): Promise<Chunk & { reserved: number }> => {
  let current = chunk;
  return retryOnConflict(async () => {
    if (current.reserved !== undefined) return { ...current, reserved: current.reserved };
    const month = toMonth(clock.now());
    const reserved = await countWithinQuota(broadcast, chunk, month, limit);
    const outcome = await reserveChunkQuota(broadcast, chunk.index, { reserved, month, limit });
    if (outcome === 'reserved') return { ...chunk, reserved, month };
    if (outcome === 'already_reserved') current = await reloadChunk(broadcast, chunk);
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
  const { messagesUsed } = await findSendInputs(workspace_id, { month, template: undefined });
  return Math.min(entries.length, Math.max(0, limit - messagesUsed));
};

const reloadChunk = async ({ workspace_id, id }: StoredBroadcast, { index: chunk }: Chunk): Promise<Chunk> => {
  const laneContext = await findLaneContext(workspace_id, id, chunk);
  if (!laneContext?.chunk) throw new Error(`A chunk of the broadcast ${id} is gone.`);
  return laneContext.chunk;
};
