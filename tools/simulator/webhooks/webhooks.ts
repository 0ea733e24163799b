import { randomInt } from 'node:crypto';
import type { Channel } from '../accounts.ts';
import { defaultSecrets } from '../defaults.ts';
import type { Switches } from '../fault-switches.ts';
import { SimulatorError } from '../simulator-error.ts';
import type { ChannelEvent, PublishEvent } from './channel-event.ts';
import { createDelivery, type DeliveryCounts, type RetryPolicy, type Timers } from './delivery.ts';
import type { Webhook } from './sign.ts';

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
  const reorderPairs = createReordering(timers, repeat);
  return async (event) => {
    const { delay_ms, reorder } = switchesFor(event.accountId);
    if (delay_ms > 0) await timers.pause(delay_ms);
    return reorder ? reorderPairs(event) : repeat(event);
  };
};

interface HeldEvent {
  event: ChannelEvent;
  resolve: () => void;
  stopTimer: () => void;
}

/** A held webhook is sent without a successor after this time. */
const holdMsMax = 2000;

/** Swaps a customer's webhooks in pairs: holds the first until the second is delivered. */
const createReordering = (timers: Timers, next: PublishEvent): PublishEvent => {
  const held = new Map<string, HeldEvent>();
  const release = (key: string): HeldEvent | undefined => {
    const entry = held.get(key);
    held.delete(key);
    entry?.stopTimer();
    return entry;
  };
  const send = async ({ event, resolve }: HeldEvent): Promise<void> => {
    await next(event);
    resolve();
  };
  const hold = (key: string, event: ChannelEvent): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const entry: HeldEvent = { event, resolve, stopTimer: () => undefined };
    entry.stopTimer = timers.after(holdMsMax, () => {
      held.delete(key);
      void send(entry);
    });
    held.set(key, entry);
    return promise;
  };
  return async (event) => {
    const key = `${event.accountId} ${event.customerId}`;
    const earlier = release(key);
    if (!earlier) return hold(key, event);
    await next(event);
    await send(earlier);
  };
};

export type WebhookInput = Pick<Webhook, 'url'> & Partial<Webhook>;

export const withDefaultSecrets = (channel: Channel, input: WebhookInput): Webhook => ({
  ...defaultSecrets[channel],
  ...input,
});

/** Sets a channel's webhook after the handshake, which `web` does not have. */
export const subscribe = async (webhooks: Webhooks, channel: Channel, input: WebhookInput): Promise<void> => {
  const webhook = withDefaultSecrets(channel, input);
  const fault = channel === 'web' ? undefined : await findHandshakeFault(webhook);
  if (fault !== undefined) {
    throw new SimulatorError('webhook_refused', `${webhook.url} failed the handshake of ${channel}: ${fault}.`);
  }
  webhooks.set(channel, webhook);
};

const handshakeTimeoutMs = 5000;

const findHandshakeFault = async ({ url, verifyToken }: Webhook): Promise<string | undefined> => {
  const challenge = String(randomInt(10 ** 9, 10 ** 10));
  const target = new URL(url);
  target.searchParams.set('hub.mode', 'subscribe');
  target.searchParams.set('hub.challenge', challenge);
  target.searchParams.set('hub.verify_token', verifyToken);
  try {
    const response = await fetch(target, { redirect: 'manual', signal: AbortSignal.timeout(handshakeTimeoutMs) });
    const text = await response.text();
    if (response.status !== 200) return `it responded with ${response.status}`;
    return text === challenge ? undefined : 'it did not return the challenge alone';
  } catch {
    return 'it did not respond';
  }
};
