import type { Timers } from '../timers.ts';
import type { ChannelEvent, PublishEvent } from './channel-event.ts';

interface HeldEvent {
  event: ChannelEvent;
  resolve: () => void;
  stopTimer: () => void;
}

/** After this, a held webhook is sent without a successor. */
const holdMsMax = 2000;

/** Swaps a customer's webhooks in pairs: holds the first until the second is delivered. */
export const createReordering = (timers: Timers, next: PublishEvent): PublishEvent => {
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
