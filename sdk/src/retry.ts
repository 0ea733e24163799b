import { SwitchboardConnectionError, SwitchboardError } from './errors.ts';

const firstDelayMs = 500;
const delayMaxMs = 8_000;

/** A longer wait is the caller's decision. */
const retryAfterMaxSeconds = 60;

/**
 * Milliseconds to wait before the next attempt, undefined if it would be of no use. The channel's answer to a message
 * (`platform_error`) is final, and its idempotency key would only repeat it. A 400 that names a time means that an
 * earlier attempt is still running, and a 404 that a file is being copied.
 */
export const delayBeforeRetry = (error: unknown, attempt: number): number | undefined => {
  if (error instanceof SwitchboardConnectionError) return backoff(attempt);
  if (!(error instanceof SwitchboardError)) return undefined;
  const { status, code, retryAfterSeconds } = error;
  if (code === 'platform_error') return undefined;
  const isWorthIt = status === 429 || status >= 500 || ([400, 404].includes(status) && retryAfterSeconds !== undefined);
  if (!isWorthIt || (retryAfterSeconds ?? 0) > retryAfterMaxSeconds) return undefined;
  return retryAfterSeconds === undefined ? backoff(attempt) : retryAfterSeconds * 1_000 + jitter(250);
};

/** The randomness keeps clients that failed together from returning together. */
export const backoff = (attempt: number): number => {
  const delay = Math.min(delayMaxMs, firstDelayMs * 2 ** attempt);
  return delay / 2 + jitter(delay / 2);
};

const jitter = (max: number): number => Math.random() * max;
