import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AttemptResult, attemptsMax, decide } from '../../../../functions/domain/deliveries/retry-policy.ts';

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
  it.each(fromTo(200, 299))('a response of %i is delivered', (status) => {
    expect(decide(answer(status), 1, 0)).toEqual({ status: 'delivered' });
  });

  it.each([408, 429, ...fromTo(500, 599)])('a response of %i is retried', (status) => {
    expect(decide(answer(status), 1, 0)).toEqual({ status: 'retrying', waitSeconds: 3 });
  });

  const isFinal = (status: number) => status !== 408 && status !== 429;
  it.each([...fromTo(300, 499).filter(isFinal), 199, 600, 999])('a response of %i is final', (status) => {
    expect(decide(answer(status), 1, 0)).toEqual({ status: 'failed' });
  });

  it.each([
    failure('timeout', 'ETIMEDOUT'),
    failure('timeout', 'ETIMEDOUT', 200),
    failure('connection', 'ECONNREFUSED'),
    failure('connection', 'ECONNRESET', 200),
    failure('connection', 'CERT_HAS_EXPIRED'),
  ])('a failure of $reason $code $status is retried', (result) => {
    expect(decide(result, 1, 0)).toEqual({ status: 'retrying', waitSeconds: 3 });
  });

  it.each(['malformed', 'not_https', 'userinfo', 'not_public'] as const)(
    'that the guard refuses as %s fails for good',
    (reason) => {
      expect(decide({ outcome: 'rejected', reason }, 1, 0)).toEqual({ status: 'failed' });
    },
  );

  it('an unresolved host name is retried', () => {
    expect(decide({ outcome: 'rejected', reason: 'unresolved' }, 1, 0)).toEqual({ status: 'retrying', waitSeconds: 3 });
  });
});

describe('the retry delays', () => {
  it('the delays are 3, 6, 12 and 24 seconds, and the fifth attempt is the last', () => {
    expect([1, 2, 3, 4, 5].map((attempt) => waitAfter(answer(500), attempt))).toEqual([3, 6, 12, 24, 'failed']);
    expect(attemptsMax).toBe(5);
  });

  it('jitter makes a delay up to a fifth longer, in whole seconds', () => {
    const latest = 1 - Number.EPSILON;
    expect([1, 2, 3, 4].map((attempt) => waitAfter(answer(500), attempt, latest))).toEqual([3, 7, 14, 28]);
  });

  it.each([
    ['1', 3],
    ['5', 5],
    ['6', 6],
    ['7', 6],
    ['86400', 6],
    ['99999999999999999999999', 6],
    ['Sun, 15 Nov 2026 12:00:05 GMT', 5],
    ['Sun, 15 Nov 2026 13:00:00 GMT', 6],
    ['Sun, 15 Nov 2026 11:00:00 GMT', 3],
    ['-5', 3],
    ['soon', 3],
    ['', 3],
  ])('a delay follows Retry-After %s, up to twice its length', (retryAfter, seconds) => {
    const headers = { 'retry-after': retryAfter, date: 'Sun, 15 Nov 2026 12:00:00 GMT' };
    expect(waitAfter(answer(429, headers), 1)).toBe(seconds);
    expect(waitAfter(answer(503, headers), 1)).toBe(seconds);
    expect(waitAfter(answer(500, headers), 1)).toBe(3);
  });

  it('a delay is a whole number from 3 to 48 seconds, whatever the receiver sends', () => {
    const result = fc.record({
      status: fc.constantFrom(408, 429, 500, 503),
      retryAfter: fc.string(),
      date: fc.string(),
    });
    fc.assert(
      fc.property(
        result,
        fc.integer({ min: 1, max: 4 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (given, n, share) => {
          const wait = waitAfter(answer(given.status, { 'retry-after': given.retryAfter, date: given.date }), n, share);
          const base = 3 * 2 ** (n - 1);
          expect(Number.isInteger(wait)).toBe(true);
          expect(wait).toBeGreaterThanOrEqual(base);
          expect(wait).toBeLessThanOrEqual(2 * base);
        },
      ),
    );
  });
});
