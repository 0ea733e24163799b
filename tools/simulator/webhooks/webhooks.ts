import type { Channel } from '../accounts.ts';
import type { Switches } from '../fault-switches.ts';
import type { Timers } from '../timers.ts';
import { createBatching } from './batching.ts';
import type { PublishEvent } from './channel-event.ts';
import { createDelivery, type RetryPolicy } from './delivery.ts';
import type { DeliveryCounts } from './delivery-counts.ts';
import { createReordering } from './reorder.ts';
import type { Webhook } from './webhook.ts';

export interface Webhooks {
  /** Applies the fault switches; resolves after the first attempt. Dropped if the channel has no webhook. */
  publish: PublishEvent;
  find: (channel: Channel) => Webhook | undefined;
  set: (channel: Channel, webhook: Webhook) => void;
  counts: (channel: Channel) => DeliveryCounts;
  stop: () => void;
}

interface Context {
  now: () => number;
  timers: Timers;
  retry: RetryPolicy;
  switchesFor: (accountId: string) => Switches;
}

export const createWebhooks = ({ now, timers, retry, switchesFor }: Context): Webhooks => {
  const byChannel = new Map<Channel, Webhook>();
  const find = (channel: Channel) => byChannel.get(channel);
  const delivery = createDelivery({ now, timers, findWebhook: find, retry });
  const publish = applySwitches(switchesFor, timers, delivery.deliver);
  return {
    publish: async (event) => (find(event.channel) ? publish(event) : undefined),
    find,
    set: (channel, webhook) => void byChannel.set(channel, webhook),
    counts: delivery.counts,
    stop: delivery.stop,
  };
};

const applySwitches = (switchesFor: Context['switchesFor'], timers: Timers, deliver: PublishEvent): PublishEvent => {
  const repeat: PublishEvent = async (event) => {
    const times = 1 + switchesFor(event.accountId).duplicate;
    await Promise.all(Array.from({ length: times }, () => deliver(event)));
  };
  const batch = createBatching((accountId) => switchesFor(accountId).batch, timers, repeat);
  const reorderPairs = createReordering(timers, batch);
  return async (event) => {
    const { delay_ms, reorder } = switchesFor(event.accountId);
    if (delay_ms > 0) await timers.pause(delay_ms);
    return reorder ? reorderPairs(event) : batch(event);
  };
};
