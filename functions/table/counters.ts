import {
  type BroadcastCounters,
  type CounterShard,
  diffCounters,
  type MessageOutcome,
  shardCount,
} from '../model/broadcasts/counters.ts';
import { queryPage } from './dynamodb/query.ts';
import type { TransactionPart } from './dynamodb/write.ts';
import { keys } from './keys.ts';

/** Unconditional, so it belongs in a transaction with a condition that holds only once. */
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

/**
 * Counts the status change of a broadcast's message, once: it belongs in a transaction whose condition is that the
 * stored status is still `status`.
 */
export const statusCounterParts = (
  { broadcast, ...before }: MessageOutcome & { broadcast?: CounterShard },
  after: MessageOutcome,
): TransactionPart[] => {
  const changes = broadcast ? diffCounters(before, after) : {};
  return broadcast && Object.keys(changes).length > 0 ? [incrementCountersPart(broadcast, changes)] : [];
};

const zeroCounters: BroadcastCounters = {
  accepted: 0,
  rejected: 0,
  sent_count: 0,
  delivered_count: 0,
  read_count: 0,
  replied_count: 0,
  failed_count: 0,
  temporary_count: 0,
  opted_out_count: 0,
};

const counterNames = Object.keys(zeroCounters) as (keyof BroadcastCounters)[];

/** The sum of all shards. Each shard is consistent by itself, so their sum is too, even if they change meanwhile. */
export const queryCounters = async (broadcastId: string): Promise<BroadcastCounters> => {
  const { items } = await queryPage(keys.broadcastCounters(broadcastId, 0).pk, { limit: shardCount, after: undefined });
  return Object.fromEntries(
    counterNames.map((name) => [name, items.reduce((sum, item) => sum + Number(item[name] ?? 0), 0)]),
  ) as BroadcastCounters;
};
