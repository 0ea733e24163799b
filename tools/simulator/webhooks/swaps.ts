import type { Timers } from '../timers.ts';
import type { Notice, Notify } from './notice.ts';

interface Held {
  notice: Notice;
  settle: () => void;
  stopTimer: () => void;
}

/** A webhook that waits for the next one of its customer goes alone after this. */
const heldMaxMs = 2000;

/** Holds every other webhook about a customer until the one after it has been delivered. */
export const createSwaps = (timers: Timers, next: Notify): Notify => {
  const held = new Map<string, Held>();
  const take = (key: string): Held | undefined => {
    const one = held.get(key);
    held.delete(key);
    one?.stopTimer();
    return one;
  };
  const send = async ({ notice, settle }: Held): Promise<void> => {
    await next(notice);
    settle();
  };
  const hold = (key: string, notice: Notice): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const one: Held = { notice, settle: resolve, stopTimer: () => undefined };
    one.stopTimer = timers.after(heldMaxMs, () => {
      held.delete(key);
      void send(one);
    });
    held.set(key, one);
    return promise;
  };
  return async (notice) => {
    const key = `${notice.accountId} ${notice.customerId}`;
    const earlier = take(key);
    if (!earlier) return hold(key, notice);
    await next(notice);
    await send(earlier);
  };
};
