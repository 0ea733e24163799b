import { createHash } from 'node:crypto';
import type { InboundItem, InboundJob } from '../../model/inbound.ts';
import { addLogFields } from '../log.ts';
import { enqueueJobs, type QueueJob } from '../queues.ts';

/** Puts what a channel reported where nothing is lost; one account's flood does not hold up the others. */
export const enqueueInbound = (items: readonly InboundItem[]): Promise<void> =>
  enqueueJobs(items.map((item) => toQueueMessage({ item, postponements: 0 })));

/** Channels keep no order, so that a report may come before what it is about. After the last of these it is dropped. */
const postponeDelaysSeconds = [2, 10, 60, 300, 900] as const;

/** Comes back to an item later because what it is about is not there yet, and drops it when that stays so. */
export const postponeInbound = async ({ item, postponements }: InboundJob): Promise<void> => {
  const delaySeconds = postponeDelaysSeconds[postponements];
  if (delaySeconds === undefined) return dropInbound('what it is about never came');
  addLogFields({ outcome: 'postponed', postponements: postponements + 1 });
  await enqueueJobs([{ ...toQueueMessage({ item, postponements: postponements + 1 }), delaySeconds }]);
};

/** Some reports are not for us, which is no fault of anybody: a word in the log is all that becomes of them. */
export const dropInbound = (reason: string): void => addLogFields({ outcome: 'dropped', reason });

const toQueueMessage = (job: InboundJob): QueueJob => ({
  queue: 'processInbound',
  body: job,
  // A channel's id may hold characters that the queue does not take here.
  group: createHash('sha256').update(`${job.item.channel} ${job.item.accountId}`).digest('hex'),
});
