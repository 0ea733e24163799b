import type { Broadcast } from './broadcast.ts';
import type { MessageStatus } from './message.ts';

/** The counters that follow the messages of a broadcast. */
export type MessageCounters = Partial<
  Pick<Broadcast, 'sent_count' | 'delivered_count' | 'read_count' | 'replied_count' | 'failed_count'>
>;

/** What a message counts for in each state. One that was read was delivered, whether or not anybody said so. */
const countersByStatus: Record<MessageStatus, MessageCounters> = {
  sending: {},
  sent: { sent_count: 1 },
  delivered: { sent_count: 1, delivered_count: 1 },
  read: { sent_count: 1, delivered_count: 1, read_count: 1 },
  failed: { failed_count: 1 },
};

const counterNames = ['sent_count', 'delivered_count', 'read_count', 'failed_count'] as const;

/** How the counters change when a message goes from one state to another; those that stay are left out. */
export const diffCounters = (before: MessageStatus, after: MessageStatus): MessageCounters =>
  Object.fromEntries(
    counterNames
      .map(
        (counter) =>
          [counter, (countersByStatus[after][counter] ?? 0) - (countersByStatus[before][counter] ?? 0)] as const,
      )
      .filter(([, change]) => change !== 0),
  );
