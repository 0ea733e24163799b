import type { Chunk, Lane } from '../../model/broadcasts/audience.ts';
import type { QuotaDay } from '../../model/workspaces/usage.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { assign } from '../dynamodb/expressions.ts';
import { findItem, findItemsInOrder } from '../dynamodb/read.ts';
import { transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { consumeQuotaPart, refundQuotaPart } from '../workspaces/message-quota.ts';
import { type StoredAudience, toChunk, toStoredAudience } from './audience.ts';
import { type StoredBroadcast, toStoredBroadcast } from './broadcasts.ts';

export const findLane = async (broadcastId: string, lane: number): Promise<Lane | undefined> => {
  const item = await findItem(keys.broadcastLane(broadcastId, lane));
  return item && (item as unknown as Lane);
};

export interface LaneContext {
  broadcast: StoredBroadcast;
  audience: StoredAudience;
  /** The chunk is undefined past the end of the audience, or if the audience is not read that far. */
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

const source = 'msgapp_broadcast';

export const reserveChunkQuota = async (
  { workspace_id, id }: StoredBroadcast,
  chunk: number,
  { reserved, limit, ...quotaDay }: QuotaDay & { reserved: number; limit: number | null },
): Promise<'reserved' | 'quota_exceeded' | 'already_reserved'> => {
  const result = await transact([
    {
      Update: {
        Key: keys.broadcastChunk(id, chunk),
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(#reserved)',
        ...assign({ reserved, ...quotaDay }),
      },
    },
    ...(reserved === 0 ? [] : [consumeQuotaPart(workspace_id, { ...quotaDay, source }, limit, reserved)]),
  ]);
  if (result.written) return 'reserved';
  return result.failedPart === 0 ? 'already_reserved' : 'quota_exceeded';
};

interface QuotaRefund {
  workspaceId: string;
  quotaDay: QuotaDay;
  messages: number;
}

export const advanceLane = async (
  broadcastId: string,
  { lane, chunk }: Lane,
  nextChunk: number,
  refund: QuotaRefund | undefined,
): Promise<boolean> => {
  const { written } = await transact([
    {
      Update: {
        Key: keys.broadcastLane(broadcastId, lane),
        ConditionExpression: '#chunk = :expected',
        ...assign({ chunk: nextChunk, advanced_at: isoTime(clock.now()) }, { ':expected': chunk }),
      },
    },
    ...(refund ? [refundQuotaPart(refund.workspaceId, { ...refund.quotaDay, source }, refund.messages)] : []),
  ]);
  return written;
};

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
