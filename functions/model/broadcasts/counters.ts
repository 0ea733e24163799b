import type { MessageError } from '../messages/error.ts';
import type { MessageStatus } from '../messages/message.ts';
import { isTemporaryCode } from '../messages/retry-advice.ts';
import type { Broadcast } from './broadcast.ts';

type PublicCounters = Pick<
  Broadcast,
  'sent_count' | 'delivered_count' | 'read_count' | 'replied_count' | 'failed_count'
>;

/** `temporary_count`: those of the failed who can get the same message later. */
export type MessageCounters = Partial<PublicCounters & { temporary_count: number }>;

export type BroadcastCounters = Required<MessageCounters> &
  Pick<Broadcast, 'accepted' | 'rejected'> & {
    /** The number of people whose reply opted out. They are counted as replies, too. */
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

const counterNames = ['sent_count', 'delivered_count', 'read_count', 'failed_count', 'temporary_count'] as const;

export interface MessageOutcome {
  status: MessageStatus;
  error?: MessageError | null | undefined;
}

export const diffCounters = (before: MessageOutcome, after: MessageOutcome): MessageCounters => {
  // A change of the error alone could be counted twice, because only the status is a condition of the write.
  if (before.status === after.status) return {};
  const [from, to] = [countOutcome(before), countOutcome(after)];
  return Object.fromEntries(
    counterNames
      .map((counter) => [counter, (to[counter] ?? 0) - (from[counter] ?? 0)] as const)
      .filter(([, change]) => change !== 0),
  );
};

const countOutcome = ({ status, error }: MessageOutcome): MessageCounters =>
  status === 'failed' && error && isTemporaryCode(error.code)
    ? { failed_count: 1, temporary_count: 1 }
    : countersByStatus[status];

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
