import { ApiError } from '../model/api-error.ts';
import { clock } from '../platform/clock.ts';

export interface Limit {
  max: number;
  windowMs: number;
}

/** A person needs three requests to sign in, and many people may share the address of an office. */
export const signInLimit: Limit = { max: 200, windowMs: 300_000 };

/** In all sessions. A page makes a dozen requests when it opens, and then some every half minute. */
export const personLimit: Limit = { max: 300, windowMs: 60_000 };

/** Counts webhooks whose deliveries are read: each takes 16 queries. */
export const eventsLimit: Limit = { max: 1_500, windowMs: 60_000 };

const windowsMax = 10_000;
const windows = new Map<string, { endsMs: number; used: number }>();

/**
 * Each instance of a function counts for itself, which costs nothing. With the reserved concurrency it bounds what one
 * address, person or workspace can take from the others.
 */
export const spendRequests = (who: string, { max, windowMs }: Limit, count = 1): void => {
  const nowMs = clock.now();
  const open = windows.get(who);
  const current = open && open.endsMs > nowMs ? open : { endsMs: nowMs + windowMs, used: 0 };
  windows.delete(who);
  windows.set(who, current);
  for (const [oldest] of windows) if (windows.size > windowsMax) windows.delete(oldest);
  if (current.used >= max) throw tooMany(Math.ceil((current.endsMs - nowMs) / 1000));
  current.used += count;
};

const tooMany = (seconds: number): ApiError =>
  new ApiError('rate_limited', `You sent too many requests. Try again in ${seconds} s.`, {
    headers: { 'Retry-After': String(seconds) },
  });
