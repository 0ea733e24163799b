import type { Broadcast } from './broadcast.ts';
import type { MessageStatus } from './message.ts';

/** The counters that follow the messages of a broadcast. */
export type Tally = Partial<
  Pick<Broadcast, 'sent_count' | 'delivered_count' | 'read_count' | 'replied_count' | 'failed_count'>
>;

/** What a message counts for in each state. One that was read was delivered, whether or not anybody said so. */
const tallies: Record<MessageStatus, Tally> = {
  sending: {},
  sent: { sent_count: 1 },
  delivered: { sent_count: 1, delivered_count: 1 },
  read: { sent_count: 1, delivered_count: 1, read_count: 1 },
  failed: { failed_count: 1 },
};

const counters = ['sent_count', 'delivered_count', 'read_count', 'failed_count'] as const;

/** How the counters change when a message goes from one state to another; those that stay are left out. */
export const tallyChange = (before: MessageStatus, after: MessageStatus): Tally =>
  Object.fromEntries(
    counters
      .map((counter) => [counter, (tallies[after][counter] ?? 0) - (tallies[before][counter] ?? 0)] as const)
      .filter(([, change]) => change !== 0),
  );
