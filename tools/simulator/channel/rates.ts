/** What an account sent lately, for the limits that can be switched on. */
export interface Rates {
  /** Counts a message of the account; false when this second has had so many already. */
  takeThroughput: (accountId: string, perSecond: number) => boolean;
  /** Counts a message to the customer; false when it comes too soon. */
  takePair: (accountId: string, customerId: string) => boolean;
  /** How often this was asked for before. */
  countThrottled: (accountId: string, customerId: string) => number;
}

/** One message in 6 s to the same customer; up to 45 at once are borrowed from the future. */
const pair = { everyMs: 6000, burst: 45 };

export const createRates = (now: () => number): Rates => {
  const seconds = new Map<string, { second: number; count: number }>();
  const freeAtMs = new Map<string, number>();
  const throttled = new Map<string, number>();
  return {
    takeThroughput: (accountId, perSecond) => {
      const second = Math.floor(now() / 1000);
      const last = seconds.get(accountId);
      const count = last?.second === second ? last.count + 1 : 1;
      seconds.set(accountId, { second, count });
      return count <= perSecond;
    },
    takePair: (accountId, customerId) => {
      const key = `${accountId} ${customerId}`;
      const nextFreeMs = Math.max(freeAtMs.get(key) ?? 0, now()) + pair.everyMs;
      if (nextFreeMs - now() > pair.everyMs * pair.burst) return false;
      freeAtMs.set(key, nextFreeMs);
      return true;
    },
    countThrottled: (accountId, customerId) => {
      const key = `${accountId} ${customerId}`;
      const before = throttled.get(key) ?? 0;
      throttled.set(key, before + 1);
      return before;
    },
  };
};
