import type { HttpResponse, HttpResult } from '../../platform/outbound-http.ts';
import type { Refusal } from './target-guard.ts';

/** What came of calling an endpoint; a target that the guard refuses is not called. */
export type AttemptResult = HttpResult | { outcome: 'refused'; reason: Refusal };

/** What follows from an attempt. */
export type Verdict = { status: 'delivered' } | { status: 'failed' } | { status: 'retrying'; waitSeconds: number };

/** Before the second attempt, the third and so on. */
const waitsSeconds = [3, 6, 12, 24] as const;

export const attemptsMax = waitsSeconds.length + 1;

const jitterShareMax = 0.2;
const stretchMax = 2;

/** Decides what follows from the nth attempt. The share, from 0 to 1, is that of the jitter. */
export const judge = (result: AttemptResult, attempt: number, jitterShare: number): Verdict => {
  if (result.outcome === 'answered' && result.status >= 200 && result.status < 300) return { status: 'delivered' };
  const wait = waitsSeconds[attempt - 1];
  if (wait === undefined || !mayPass(result)) return { status: 'failed' };
  // The queue counts whole seconds, and a wait is never more than a fifth longer than it should be.
  const jittered = Math.floor(wait * (1 + jitterShareMax * jitterShare));
  return { status: 'retrying', waitSeconds: Math.min(stretchMax * wait, Math.max(jittered, askedSeconds(result))) };
};

/** Whether another attempt may end otherwise. A name that leads nowhere now may lead somewhere later. */
const mayPass = (result: AttemptResult): boolean => {
  if (result.outcome === 'refused') return result.reason === 'unresolved';
  if (result.outcome === 'failed') return true;
  return result.status === 408 || result.status === 429 || (result.status >= 500 && result.status < 600);
};

/** The wait that a busy endpoint asks for: seconds, or a date by its own clock, which its answer tells as well. */
const askedSeconds = (result: AttemptResult): number => {
  if (result.outcome !== 'answered' || (result.status !== 429 && result.status !== 503)) return 0;
  const asked = result.headers['retry-after'] ?? '';
  if (/^\d+$/.test(asked)) return Number(asked);
  const seconds = Math.ceil((Date.parse(asked) - sentAtMs(result)) / 1000);
  return Number.isNaN(seconds) ? 0 : seconds;
};

const sentAtMs = ({ headers }: HttpResponse): number => Date.parse(headers.date ?? '');
