import { clock, isoTime } from '../../platform/clock.ts';
import { assign } from '../dynamodb/expressions.ts';
import { findItem, findItemsInOrder } from '../dynamodb/read.ts';
import { transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { consumeQuotaPart, refundQuotaPart } from '../workspaces/message-quota.ts';
import { type Chunk, type StoredAudience, toChunk, toStoredAudience } from './audience.ts';
import { type StoredBroadcast, toStoredBroadcast } from './broadcasts.ts';

/** One of the workers that send a broadcast side by side. */
export interface Lane {
  lane: number;
  /** Everything in this lane before this chunk is done with. */
  chunk: number;
  is_completed: boolean;
  /** When it was last done with a chunk. */
  advanced_at: string;
}

export const findLane = async (broadcastId: string, lane: number): Promise<Lane | undefined> => {
  const item = await findItem(keys.broadcastLane(broadcastId, lane));
  return item && (item as unknown as Lane);
};

/** Everything that decides on the next chunk of a lane. */
export interface LaneContext {
  broadcast: StoredBroadcast;
  audience: StoredAudience;
  /** Missing where the audience ends, or has not been read as far as that. */
  chunk: Chunk | undefined;
}

export const findLaneContext = async (
  workspaceId: string,
  broadcastId: string,
  chunk: number,
): Promise<LaneContext | undefined> => {
  const [broadcast, audience, chunkItem] = await findItemsInOrder([
    keys.broadcast(workspaceId, broadcastId),
    keys.broadcastAudience(broadcastId),
    keys.broadcastChunk(broadcastId, chunk),
  ]);
  if (!broadcast || !audience) return undefined;
  return {
    broadcast: toStoredBroadcast(broadcast),
    audience: toStoredAudience(audience),
    chunk: chunkItem && toChunk(chunkItem),
  };
};

/** Spends as many messages of the month for a chunk, once; the chunk keeps that it was done. */
export const reserveChunkQuota = async (
  { workspace_id, id }: StoredBroadcast,
  chunk: number,
  { reserved, month, limit }: { reserved: number; month: string; limit: number | null },
): Promise<'reserved' | 'quota_exceeded' | 'already_reserved'> => {
  const result = await transact([
    {
      Update: {
        Key: keys.broadcastChunk(id, chunk),
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(#reserved)',
        ...assign({ reserved, month }),
      },
    },
    ...(reserved === 0 ? [] : [consumeQuotaPart(workspace_id, month, limit, reserved)]),
  ]);
  if (result.written) return 'reserved';
  return result.failedPart === 0 ? 'already_reserved' : 'quota_exceeded';
};

/** What a chunk did not need after all. */
interface QuotaRefund {
  workspaceId: string;
  month: string;
  messages: number;
}

/** Is done with a chunk and gives back what it did not need; false when somebody else drives this lane. */
export const advanceLane = async (
  broadcastId: string,
  { lane, chunk }: Lane,
  next: number,
  refund: QuotaRefund | undefined,
): Promise<boolean> => {
  const { written } = await transact([
    {
      Update: {
        Key: keys.broadcastLane(broadcastId, lane),
        ConditionExpression: '#chunk = :expected',
        ...assign({ chunk: next, advanced_at: isoTime(clock.now()) }, { ':expected': chunk }),
      },
    },
    ...(refund ? [refundQuotaPart(refund.workspaceId, refund.month, refund.messages)] : []),
  ]);
  return written;
};

/** A lane has come to its end; only the first who says so is counted. */
export const completeLane = async (broadcastId: string, lane: number): Promise<void> => {
  await transact([
    {
      Update: {
        Key: keys.broadcastLane(broadcastId, lane),
        ConditionExpression: '#is_completed = :false',
        ...assign({ is_completed: true }, { ':false': false }),
      },
    },
    {
      Update: {
        Key: keys.broadcastAudience(broadcastId),
        ConditionExpression: 'lanes_left > :zero',
        UpdateExpression: 'ADD lanes_left :minusOne',
        ExpressionAttributeValues: { ':minusOne': -1, ':zero': 0 },
      },
    },
  ]);
};
