import type { Decision } from '../../model/deliveries/delivery.ts';
import type { HttpResult } from '../../platform/outbound/http.ts';
import { readRetryAfterSeconds } from '../../platform/outbound/retry-after.ts';
import type { TargetRejection } from '../webhooks/target-guard.ts';

export type AttemptResult = HttpResult | { outcome: 'rejected'; reason: TargetRejection };

/** A receiver that is away for seven minutes, such as during a deployment, loses nothing. */
const retryDelaysSeconds = [3, 15, 75, 375] as const;

export const attemptsMax = retryDelaysSeconds.length + 1;

const jitterMax = 0.2;
const delayFactorMax = 2;

/** `attempt` counts from 1; `jitter` is random from 0 to 1. */
export const decide = (result: AttemptResult, attempt: number, jitter: number): Decision => {
  if (result.outcome === 'answered' && result.status >= 200 && result.status < 300) return { status: 'delivered' };
  const delaySeconds = retryDelaysSeconds[attempt - 1];
  if (delaySeconds === undefined || !isRetryable(result)) return { status: 'failed' };
  // SQS delays are whole seconds.
  const jittered = Math.floor(delaySeconds * (1 + jitterMax * jitter));
  return {
    status: 'retrying',
    waitSeconds: Math.min(delayFactorMax * delaySeconds, Math.max(jittered, requestedDelaySeconds(result))),
  };
};

/** A host name that does not resolve now may resolve later. */
const isRetryable = (result: AttemptResult): boolean => {
  if (result.outcome === 'rejected') return result.reason === 'unresolved';
  if (result.outcome === 'failed') return true;
  return result.status === 408 || result.status === 429 || (result.status >= 500 && result.status < 600);
};

const requestedDelaySeconds = (result: AttemptResult): number => {
  if (result.outcome !== 'answered' || (result.status !== 429 && result.status !== 503)) return 0;
  return readRetryAfterSeconds(result) ?? 0;
};
