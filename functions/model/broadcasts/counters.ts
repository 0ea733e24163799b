import type { MessageStatus } from '../messages/message.ts';
import type { Broadcast } from './broadcast.ts';

export type MessageCounters = Partial<
  Pick<Broadcast, 'sent_count' | 'delivered_count' | 'read_count' | 'replied_count' | 'failed_count'>
>;

export type BroadcastCounters = Required<MessageCounters> &
  Pick<Broadcast, 'accepted' | 'rejected'> & {
    /** Those whose reply opted out, who are counted as replies, too. */
    opted_out_count: number;
  };

/** A message that was read counts as delivered, even if the channel never reported the delivery. */
const countersByStatus: Record<MessageStatus, MessageCounters> = {
  sending: {},
  sent: { sent_count: 1 },
  delivered: { sent_count: 1, delivered_count: 1 },
  read: { sent_count: 1, delivered_count: 1, read_count: 1 },
  failed: { failed_count: 1 },
};

const counterNames = ['sent_count', 'delivered_count', 'read_count', 'failed_count'] as const;

export const diffCounters = (before: MessageStatus, after: MessageStatus): MessageCounters =>
  Object.fromEntries(
    counterNames
      .map(
        (counter) =>
          [counter, (countersByStatus[after][counter] ?? 0) - (countersByStatus[before][counter] ?? 0)] as const,
      )
      .filter(([, change]) => change !== 0),
  );

/** The counters are split over several items, because concurrent transactions on one item conflict. */
export interface CounterShard {
  broadcast_id: string;
  shard: number;
}

/**
 * At 80 messages a second, each counted about three times, a shard is written four times a second. Reading all shards
 * costs 3 units.
 */
export const shardCount = 64;

export const shardForChunk = (broadcastId: string, chunk: number): CounterShard => ({
  broadcast_id: broadcastId,
  shard: chunk % shardCount,
});
