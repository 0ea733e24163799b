import { createHash } from 'node:crypto';
import type { InboundItem, InboundWork } from '../../model/inbound.ts';
import { note } from '../../platform/invocation-trace.ts';
import { type QueueMessage, sendMessages } from '../../platform/queue.ts';

/** Puts what a channel reported where nothing is lost; one account's flood does not hold up the others. */
export const handOver = (items: readonly InboundItem[]): Promise<void> =>
  sendMessages(items.map((item) => messageOf({ item, waits: 0 })));

/** Channels keep no order, so that a report may come before what it is about. After the last of these it is dropped. */
const waitSeconds = [2, 10, 60, 300, 900] as const;

/** Comes back to an item later because what it is about is not there yet, and drops it when that stays so. */
export const comeBackTo = async ({ item, waits }: InboundWork): Promise<void> => {
  const delaySeconds = waitSeconds[waits];
  if (delaySeconds === undefined) return dropItem('what it is about never came');
  note({ outcome: 'postponed', waits: waits + 1 });
  await sendMessages([{ ...messageOf({ item, waits: waits + 1 }), delaySeconds }]);
};

/** Some reports are not for us, which is no fault of anybody: a word in the log is all that becomes of them. */
export const dropItem = (reason: string): void => note({ outcome: 'dropped', reason });

const messageOf = (work: InboundWork): QueueMessage => ({
  queue: 'takeInbound',
  body: work,
  // A channel's id may hold characters that the queue does not take here.
  group: createHash('sha256').update(`${work.item.channel} ${work.item.accountId}`).digest('hex'),
});
