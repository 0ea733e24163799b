import {
  type BroadcastCounters,
  type CounterShard,
  diffCounters,
  type MessageCounters,
  type MessageOutcome,
  readReasons,
  shardCount,
} from '../model/broadcasts/counters.ts';
import type { Item } from './dynamodb/item.ts';
import { queryPage } from './dynamodb/query.ts';
import type { TransactionPart } from './dynamodb/write.ts';
import { keys } from './keys.ts';

/**
 * Unconditional, so it belongs in a transaction with a condition that holds only once. By `counted_for`, the stream knows
 * whose reports are to count the broadcast again.
 */
export const incrementCountersPart = (
  workspaceId: string,
  { broadcast_id, shard }: CounterShard,
  changes: Partial<BroadcastCounters> & MessageCounters,
): TransactionPart => {
  const entries = Object.entries(changes);
  return {
    Update: {
      Key: keys.broadcastCounters(broadcast_id, shard),
      UpdateExpression: `SET counted_for = :workspace ADD ${entries.map(([name]) => `#${name} :${name}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ':workspace': workspaceId,
        ...Object.fromEntries(entries.map(([name, change]) => [`:${name}`, change])),
      },
    },
  };
};

/**
 * Counts the status change of a broadcast's message, once: it belongs in a transaction whose condition is that the
 * stored status is still `status`.
 */
export const statusCounterParts = (
  { workspace_id, broadcast, ...before }: MessageOutcome & { workspace_id: string; broadcast?: CounterShard },
  after: MessageOutcome,
): TransactionPart[] => {
  const changes = broadcast ? diffCounters(before, after) : {};
  return broadcast && Object.keys(changes).length > 0 ? [incrementCountersPart(workspace_id, broadcast, changes)] : [];
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

export const queryCounters = async (broadcastId: string): Promise<BroadcastCounters> =>
  (await queryOutcomes(broadcastId)).counters;

/** The sum of all shards. Each shard is consistent by itself, so their sum is too, even if they change meanwhile. */
export const queryOutcomes = async (
  broadcastId: string,
): Promise<{ counters: BroadcastCounters; reasons: Record<string, number> }> => {
  const { items } = await queryPage(keys.broadcastCounters(broadcastId, 0).pk, { limit: shardCount, after: undefined });
  const sum = (of: readonly Record<string, unknown>[], name: string): number =>
    of.reduce((total, item) => total + Number(item[name] ?? 0), 0);
  const reasons = items.map(readReasons);
  const codes = [...new Set(reasons.flatMap(Object.keys))].sort();
  return {
    counters: Object.fromEntries(counterNames.map((name) => [name, sum(items, name)])) as unknown as BroadcastCounters,
    reasons: Object.fromEntries(codes.map((code) => [code, sum(reasons, code)])),
  };
};

/** The stream's image of counters that changed. */
export const readCounted = ({ pk, counted_for }: Item): { workspaceId: string; broadcastId: string } => ({
  workspaceId: String(counted_for),
  broadcastId: String(pk).split('#')[1] ?? '',
});
