import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AttemptResult, attemptsMax, decide } from '../../../../functions/domain/deliveries/retry-policy.ts';

import { missedSince } from '../../../../functions/model/webhooks/missed-since.ts';

const answer = (status: number, headers: Record<string, string> = {}): AttemptResult => ({
  outcome: 'answered',
  status,
  headers,
  body: Buffer.alloc(0),
});

const failure = (reason: 'timeout' | 'connection', code: string, status?: number): AttemptResult => ({
  outcome: 'failed',
  reason,
  code,
  sent: true,
  status,
});

const waitAfter = (result: AttemptResult, attempt: number, jitter = 0): number | string => {
  const verdict = decide(result, attempt, jitter);
  return verdict.status === 'retrying' ? verdict.waitSeconds : verdict.status;
};

const fromTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n);

describe('decide', () => {
  it.each([
    ['delivered', 'delivered', fromTo(200, 299)],
    ['retried', 3, [408, 429, ...fromTo(500, 599)]],
    ['final', 'failed', [199, ...fromTo(300, 407), ...fromTo(409, 428), ...fromTo(430, 499), 600, 999]],
  ])('every response whose status means so is %s', (_, verdict, statuses) => {
    expect(statuses.filter((status) => waitAfter(answer(status), 1) !== verdict)).toEqual([]);
  });

  it.each([
    failure('timeout', 'ETIMEDOUT'),
    failure('connection', 'ECONNREFUSED'),
    failure('connection', 'ECONNRESET', 200),
  ])('a failure of $reason $code $status is retried', (result) => {
    expect(decide(result, 1, 0)).toEqual({ status: 'retrying', waitSeconds: 3 });
  });

  it.each([
    ['not_public', 'failed'],
    ['unresolved', 3],
  ] as const)('a target that the guard rejects as %s leads to %s: only a name may resolve later', (reason, verdict) => {
    expect(waitAfter({ outcome: 'rejected', reason }, 1)).toBe(verdict);
  });
});

describe('the retry delays', () => {
  it('five attempts are made, with delays of 3, 15, 75 and 375 seconds between them', () => {
    expect([1, 2, 3, 4, 5].map((attempt) => waitAfter(answer(500), attempt))).toEqual([3, 15, 75, 375, 'failed']);
    expect(attemptsMax).toBe(5);
  });

  it('jitter makes a delay up to a fifth longer, in whole seconds', () => {
    const latest = 0.99;
    expect([1, 2, 3, 4].map((attempt) => waitAfter(answer(500), attempt, latest))).toEqual([3, 17, 89, 449]);
  });

  it.each([
    ['1', 3],
    ['5', 5],
    ['7', 6],
    ['Sun, 15 Nov 2026 12:00:05 GMT', 5],
    ['Sun, 15 Nov 2026 11:00:00 GMT', 3],
    ['soon', 3],
  ])('a delay follows Retry-After %j, up to twice its length: %i seconds', (retryAfter, seconds) => {
    const headers = { 'retry-after': retryAfter, date: 'Sun, 15 Nov 2026 12:00:00 GMT' };
    expect([429, 503, 500].map((status) => waitAfter(answer(status, headers), 1))).toEqual([seconds, seconds, 3]);
  });

  it('an event that failed at last occurred within the time that a recovery looks back', () => {
    const slowest = answer(503, { 'retry-after': '1000000000' });
    const waits = fromTo(1, attemptsMax - 1).map((attempt) => Number(waitAfter(slowest, attempt)));
    const failedAt = '2026-11-15T12:00:00.000Z';
    const lookedBackMs = Date.parse(failedAt) - Date.parse(missedSince(failedAt) ?? '');
    expect(waits.reduce((sum, seconds) => sum + seconds * 1_000, 0)).toBeLessThan(lookedBackMs);
  });

  it('a delay is a whole number from 3 to 750 seconds, whatever the receiver sends', () => {
    const result = fc
      .record({ status: fc.constantFrom(408, 429, 500, 503), retryAfter: fc.string(), date: fc.string() })
      .map(({ status, retryAfter, date }) => answer(status, { 'retry-after': retryAfter, date }));
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(result, fc.integer({ min: 1, max: 4 }), share, (given, attempt, jitter) => {
        const wait = waitAfter(given, attempt, jitter);
        const base = 3 * 5 ** (attempt - 1);
        expect(Number.isInteger(wait)).toBe(true);
        expect(wait).toBeGreaterThanOrEqual(base);
        expect(wait).toBeLessThanOrEqual(2 * base);
      }),
    );
  });
});
