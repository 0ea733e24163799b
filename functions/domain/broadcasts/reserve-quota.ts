import { clock } from '../../platform/clock.ts';
import { untilWon } from '../../platform/retry-on-conflict.ts';
import type { Chunk } from '../../table/broadcasts/audience.ts';
import type { StoredBroadcast } from '../../table/broadcasts/broadcasts.ts';
import { coverChunk, findLaneGround } from '../../table/broadcasts/lanes.ts';
import { findSendBasis } from '../../table/messages/send-reads.ts';
import { monthOf } from '../workspaces/message-quota.ts';

/**
 * Spends the month's messages for a whole chunk at once, or as many as the plan has left: at 80 messages a second, not
 * all of them should meet on the month's one item. What the chunk does not need, its lane gives back.
 */
export const cover = async (
  broadcast: StoredBroadcast,
  chunk: Chunk,
  limit: number | null,
): Promise<Chunk & { covered: number }> => {
  let seen = chunk;
  return untilWon(async () => {
    if (seen.covered !== undefined) return { ...seen, covered: seen.covered };
    const month = monthOf(clock.now());
    const covered = await affordable(broadcast, chunk, month, limit);
    const outcome = await coverChunk(broadcast, chunk.index, { covered, month, limit });
    if (outcome === 'covered') return { ...chunk, covered, month };
    if (outcome === 'covered before') seen = await readAgain(broadcast, chunk);
    return undefined;
  });
};

const affordable = async (
  { workspace_id }: StoredBroadcast,
  { entries }: Chunk,
  month: string,
  limit: number | null,
): Promise<number> => {
  if (limit === null) return entries.length;
  const { spent } = await findSendBasis(workspace_id, { month, template: undefined });
  return Math.min(entries.length, Math.max(0, limit - spent));
};

const readAgain = async ({ workspace_id, id }: StoredBroadcast, { index: chunk }: Chunk): Promise<Chunk> => {
  const ground = await findLaneGround(workspace_id, id, chunk);
  if (!ground?.chunk) throw new Error(`A chunk of the broadcast ${id} is gone.`);
  return ground.chunk;
};
