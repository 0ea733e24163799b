export interface RateLimiter {
  consumeThroughput: (accountId: string, perSecond: number) => boolean;
  consumePairRate: (accountId: string, customerId: string) => boolean;
  countThrottled: (accountId: string, customerId: string) => number;
}

/** One message per customer every 6 s; a burst of 45 borrows from later intervals. */
const pairRate = { intervalMs: 6000, burst: 45 };

export const createRateLimiter = (now: () => number): RateLimiter => {
  const countsBySecond = new Map<string, { second: number; count: number }>();
  const freeAtMs = new Map<string, number>();
  const throttled = new Map<string, number>();
  return {
    consumeThroughput: (accountId, perSecond) => {
      const second = Math.floor(now() / 1000);
      const last = countsBySecond.get(accountId);
      const count = last?.second === second ? last.count + 1 : 1;
      countsBySecond.set(accountId, { second, count });
      return count <= perSecond;
    },
    consumePairRate: (accountId, customerId) => {
      const key = `${accountId} ${customerId}`;
      const nextFreeMs = Math.max(freeAtMs.get(key) ?? 0, now()) + pairRate.intervalMs;
      if (nextFreeMs - now() > pairRate.intervalMs * pairRate.burst) return false;
      freeAtMs.set(key, nextFreeMs);
      return true;
    },
    countThrottled: (accountId, customerId) => {
      const key = `${accountId} ${customerId}`;
      const previousCount = throttled.get(key) ?? 0;
      throttled.set(key, previousCount + 1);
      return previousCount;
    },
  };
};
