import type { Broadcast } from '../model/broadcast.ts';
import type { MessageCounters } from '../model/broadcast-counters.ts';
import { queryPage } from './dynamodb/query.ts';
import type { TransactionPart } from './dynamodb/write.ts';
import { keys } from './keys.ts';

/** What the shares of a broadcast count between them. */
export type BroadcastCounters = Required<MessageCounters> & Pick<Broadcast, 'accepted' | 'rejected'>;

/** Which shard of which broadcast's counters something is counted in. */
export interface CounterShard {
  broadcast_id: string;
  shard: number;
}

/**
 * Two transactions that meet on an item make one of them wait. At 80 messages a second, each counted some three times
 * in its life, a shard is written four times a second; and all shares together are read for 3 units.
 */
const shardCount = 64;

/** All recipients of a chunk are counted together, for good. */
export const shardForChunk = (broadcastId: string, chunk: number): CounterShard => ({
  broadcast_id: broadcastId,
  shard: chunk % shardCount,
});

/** Adds to the counters. It has no condition of its own: it belongs beside one that holds once. */
export const incrementCountersPart = (
  { broadcast_id, shard }: CounterShard,
  changes: Partial<BroadcastCounters>,
): TransactionPart => {
  const entries = Object.entries(changes);
  return {
    Update: {
      Key: keys.broadcastCounters(broadcast_id, shard),
      UpdateExpression: `ADD ${entries.map(([name]) => `#${name} :${name}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(entries.map(([name, change]) => [`:${name}`, change])),
    },
  };
};

const zeroCounters: BroadcastCounters = {
  accepted: 0,
  rejected: 0,
  sent_count: 0,
  delivered_count: 0,
  read_count: 0,
  replied_count: 0,
  failed_count: 0,
};

const counterNames = Object.keys(zeroCounters) as (keyof BroadcastCounters)[];

/** Each shard adds up by itself, so that their sum does too, at whatever moment each of them is read. */
export const queryCounters = async (broadcastId: string): Promise<BroadcastCounters> => {
  const { items } = await queryPage(keys.broadcastCounters(broadcastId, 0).pk, { limit: shardCount, after: undefined });
  return Object.fromEntries(
    counterNames.map((name) => [name, items.reduce((sum, item) => sum + Number(item[name] ?? 0), 0)]),
  ) as BroadcastCounters;
};
