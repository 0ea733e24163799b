import type { IncomingHttpHeaders } from 'node:http';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findRefusal } from '../../../../../functions/domain/channels/msgapp/refusal.ts';
import { codesByRetryAdvice } from '../../../../../functions/model/messages/retry-advice.ts';

const refuse = (error: unknown, status = 400, headers: IncomingHttpHeaders = {}) =>
  findRefusal({ status, headers }, { error }, '');

/** The seconds to wait after a throttle. */
const throttles: Record<number, number> = { 4: 60, 613: 60, 80002: 60, 80006: 60, 80007: 60, 130429: 6, 131056: 6 };

it.each(Object.entries(codesByRetryAdvice))('a code with the advice %s has it at any HTTP status', (retry, codes) => {
  for (const code of codes)
    for (const status of [400, 429, 500]) {
      const expected = { code, retry, retryAfterSeconds: throttles[code] ?? null };
      expect(refuse({ message: 'x', code }, status), `code ${code}`).toMatchObject(expected);
    }
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
