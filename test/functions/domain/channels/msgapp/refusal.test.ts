import type { IncomingHttpHeaders } from 'node:http';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findRefusal } from '../../../../../functions/domain/channels/msgapp/refusal.ts';
import type { RetryAdvice } from '../../../../../functions/model/messages/retry-advice.ts';

const refuse = (error: unknown, status = 400, headers: IncomingHttpHeaders = {}) =>
  findRefusal({ status, headers }, { error }, '');

/** The channel's catalog: its codes by retry advice and by the HTTP status in its older table. */
const catalog: Record<RetryAdvice, Record<number, number[]>> = {
  in_seconds: { 400: [1, 130429, 131056], 500: [131000, 131016, 131057], 503: [2, 133004] },
  in_minutes: { 400: [4, 613, 80002, 80006, 80007] },
  in_hours: { 400: [131048, 131049, 131064, 132015, 132069, 133016] },
  after_fix: {
    400: [
      33, 100, 131008, 131009, 131030, 131037, 131042, 131051, 131053, 131062, 131063, 132000, 132005, 132007, 132012,
      132018, 132068, 133010, 134011, 135000, 137000,
    ],
    401: [0, 190],
    403: [10, 200, 299, 131005],
    404: [132001],
    500: [3, 131045],
  },
  never: { 400: [551, 130403, 130472, 131021, 131026, 131047, 131050, 132016], 403: [368, 130497, 131031] },
};

/** The seconds to wait after a throttle. */
const throttles: Record<number, number> = { 4: 60, 613: 60, 80002: 60, 80006: 60, 80007: 60, 130429: 6, 131056: 6 };

it.each(Object.entries(catalog))('every code that the channel documents so has the retry advice %s', (retry, codes) => {
  for (const [status, listed] of Object.entries(codes))
    for (const code of listed) {
      const expected = { code, retry, retryAfterSeconds: throttles[code] ?? null };
      expect(refuse({ message: 'x', code }, Number(status)), `code ${code}`).toMatchObject(expected);
    }
});

it('a throttle is one at any HTTP status', () => {
  for (const code of Object.keys(throttles).map(Number))
    for (const status of [400, 429, 500])
      expect(refuse({ message: 'x', code }, status)?.retryAfterSeconds, `${code} ${status}`).toBeGreaterThan(0);
});

it('a documented code decides at any HTTP status', () => {
  expect(refuse({ message: 'x', code: 132000 }, 429)).toMatchObject({ retry: 'after_fix', retryAfterSeconds: null });
  expect(refuse({ message: 'x', code: 131047 }, 500)).toMatchObject({ retry: 'never' });
});

it('an undocumented code leaves the decision to is_transient and the HTTP status', () => {
  expect(refuse({ message: 'x', code: 999999 })).toMatchObject({ retry: 'after_fix', retryAfterSeconds: null });
  expect(refuse({ message: 'x', code: 999999, is_transient: true })).toMatchObject({ retry: 'in_seconds' });
  expect(refuse({ message: 'x', code: 999999 }, 500)).toMatchObject({ retry: 'in_seconds' });
  expect(refuse({ message: 'x', code: 999999 }, 429)).toMatchObject({ retry: 'in_minutes', retryAfterSeconds: 60 });
  expect(refuse({ message: 'x' }, 429)).toMatchObject({ code: null, retry: 'in_minutes', retryAfterSeconds: 60 });
});

it.each([
  ['30', 30],
  ['0', 1],
  ['99999999999999999999999', 86_400],
  ['Sun, 15 Nov 2026 12:00:45 GMT', 45],
  ['Sun, 15 Nov 2026 11:00:00 GMT', 1],
  ['soon', 6],
])('a throttle with Retry-After %s asks to wait for %i seconds', (retryAfter, seconds) => {
  const headers = { 'retry-after': retryAfter, date: 'Sun, 15 Nov 2026 12:00:00 GMT' };
  expect(refuse({ message: 'x', code: 130429 }, 400, headers)).toMatchObject({ retryAfterSeconds: seconds });
  expect(refuse({ message: 'x', code: 131026 }, 400, headers)).toMatchObject({ retryAfterSeconds: null });
});

it.each<[object, object]>([
  [{ code: '132000' }, { code: 132000, details: null }],
  [{ error_data: 'why' }, { code: null, details: 'why' }],
  [{ error_data: { details: 7 } }, { details: null }],
  [{ error_data: null }, { details: null }],
  [
    { code: 100, message: { no: 'text' } },
    { code: 100, message: 'The channel did not say what is wrong.' },
  ],
  [{ code: 1.5 }, { code: null }],
  [{ message: 'a'.repeat(2_000) }, { message: 'a'.repeat(1_000) }],
])('the error with %j is read', (fields, expected) => {
  expect(refuse({ message: 'a', ...fields })).toMatchObject({ message: 'a', ...expected });
});

it.each([undefined, null, 'no', 7, [], {}, { type: 'x' }])('the error %j is not a refusal', (error) => {
  expect(refuse(error)).toBeUndefined();
});

it('any JSON is read without throwing', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer(), (answer, httpStatus) => {
      const head = { status: httpStatus, headers: {} };
      findRefusal(head, answer, 'token');
      findRefusal(head, { error: answer }, 'token');
    }),
  );
});
