import type { Chunk } from '../../model/broadcasts/audience.ts';
import { clock } from '../../platform/clock.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import type { StoredBroadcast } from '../../table/broadcasts/broadcasts.ts';
import { findLaneContext, reserveChunkQuota } from '../../table/broadcasts/lanes.ts';
import { findSendInputs } from '../../table/messages/sends.ts';
import { settleUsage } from '../../table/workspaces/usage-shares.ts';
import { quotaDayAt } from '../workspaces/message-quota.ts';

/**
 * Consumes quota for a whole chunk, or as much as is left: one write per message, at 80 messages a second, would
 * contend for the month's one item. The lane refunds the unused part.
 */
export const reserveQuota = async (
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
