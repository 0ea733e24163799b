import { type MessageError, toPublicErrorCode } from '../messages/error.ts';
import type { MessageStatus } from '../messages/message.ts';
import { isTemporaryCode } from '../messages/retry-advice.ts';
import type { Broadcast } from './broadcast.ts';

type PublicCounters = Pick<
  Broadcast,
  'sent_count' | 'delivered_count' | 'read_count' | 'replied_count' | 'failed_count'
>;

/** Counts those who failed for a reason, by its code. */
type ReasonCounter = `reason_${string}`;

/** `temporary_count`: those of the failed who can get the same message later. */
export type MessageCounters = Partial<PublicCounters & { temporary_count: number }> & {
  [reason: ReasonCounter]: number;
};

export type BroadcastCounters = Required<PublicCounters & { temporary_count: number }> &
  Pick<Broadcast, 'accepted' | 'rejected'> & {
    /** The number of people whose reply opted out. They are counted as replies, too. */
    opted_out_count: number;
  };

/** A message that was read counts as delivered, even if the channel never reported the delivery. */
const countersByStatus: Record<Exclude<MessageStatus, 'failed'>, MessageCounters> = {
  sending: {},
  sent: { sent_count: 1 },
  delivered: { sent_count: 1, delivered_count: 1 },
  read: { sent_count: 1, delivered_count: 1, read_count: 1 },
};

export interface MessageOutcome {
  status: MessageStatus;
  error?: MessageError | null | undefined;
}

export const diffCounters = (before: MessageOutcome, after: MessageOutcome): MessageCounters => {
  // A change of the error alone could be counted twice, because only the status is a condition of the write.
  if (before.status === after.status) return {};
  const [from, to]: Record<string, number>[] = [countOutcome(before), countOutcome(after)];
  return Object.fromEntries(
    [...new Set(Object.keys({ ...from, ...to }))]
      .map((counter) => [counter, (to?.[counter] ?? 0) - (from?.[counter] ?? 0)] as const)
      .filter(([, change]) => change !== 0),
  );
};

const countOutcome = ({ status, error }: MessageOutcome): MessageCounters => {
  if (status !== 'failed') return countersByStatus[status];
  const code = error ? toPublicErrorCode(error) : 'unspecified';
  return countFailures([code]);
};

/** A message that failed before the channel was called counts as well. */
export const countFailures = (codes: readonly string[]): MessageCounters => {
  const temporary_count = codes.filter(isTemporaryCode).length;
  const byCode = Map.groupBy(
    codes,
    (code): ReasonCounter => `reason_${/^\w{1,40}$/.test(code) ? code : 'unspecified'}`,
  );
  return {
    failed_count: codes.length,
    ...(temporary_count > 0 && { temporary_count }),
    ...Object.fromEntries([...byCode].map(([name, { length }]) => [name, length])),
  };
};

const reasonPrefix = 'reason_';

/** The codes of the reasons among the counters of a broadcast. */
export const readReasons = (counters: Record<string, unknown>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(counters).flatMap(([name, value]) =>
      name.startsWith(reasonPrefix) ? [[name.slice(reasonPrefix.length), Number(value)]] : [],
    ),
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
