import { ApiError } from '../model/api-error.ts';
import type { Limit } from '../model/members/request-limit.ts';
import { clock } from '../platform/clock.ts';

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
