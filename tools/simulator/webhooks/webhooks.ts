import type { Channel } from '../accounts.ts';
import type { Switches } from '../switches.ts';
import type { Timers } from '../timers.ts';
import { createBatches } from './batches.ts';
import { createDelivery, type Retry } from './delivery.ts';
import type { DeliveryCounts } from './delivery-counts.ts';
import type { Notify } from './notice.ts';
import { createSwaps } from './swaps.ts';
import type { Webhook } from './webhook.ts';

/** The webhooks of the channels, and the way of what they tell. */
export interface Webhooks {
  /** Tells of something, as the switches shape it; settles when the first attempt is over. Without a webhook it is lost. */
  notify: Notify;
  find: (channel: Channel) => Webhook | undefined;
  set: (channel: Channel, webhook: Webhook) => void;
  counts: (channel: Channel) => DeliveryCounts;
  stop: () => void;
}

interface Context {
  now: () => number;
  timers: Timers;
  retry: Retry;
  switchesFor: (accountId: string) => Switches;
}

export const createWebhooks = ({ now, timers, retry, switchesFor }: Context): Webhooks => {
  const byChannel = new Map<Channel, Webhook>();
  const find = (channel: Channel) => byChannel.get(channel);
  const delivery = createDelivery({ now, timers, webhookOf: find, retry });
  const notify = shaped(switchesFor, timers, delivery.deliver);
  return {
    notify: async (notice) => (find(notice.channel) ? notify(notice) : undefined),
    find,
    set: (channel, webhook) => void byChannel.set(channel, webhook),
    counts: delivery.counts,
    stop: delivery.stop,
  };
};

/** Delays, swaps, batches and repeats webhooks, as far as that is switched on. */
const shaped = (switchesFor: Context['switchesFor'], timers: Timers, deliver: Notify): Notify => {
  const repeat: Notify = async (notice) => {
    const times = 1 + switchesFor(notice.accountId).duplicate;
    await Promise.all(Array.from({ length: times }, () => deliver(notice)));
  };
  const batch = createBatches((accountId) => switchesFor(accountId).batch, timers, repeat);
  const swap = createSwaps(timers, batch);
  return async (notice) => {
    const { delay_ms, reorder } = switchesFor(notice.accountId);
    if (delay_ms > 0) await timers.pause(delay_ms);
    return reorder ? swap(notice) : batch(notice);
  };
};
