import type { IncomingHttpHeaders } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRefusal, type RetryAdvice } from '../../../../../functions/domain/channels/msgapp/refusal.ts';

const refuse = (error: unknown, status = 400, headers: IncomingHttpHeaders = {}) =>
  findRefusal({ status, headers }, { error }, '');

/** The channel's catalog: code, HTTP status in its older table, retry advice, seconds to wait if it is a throttle. */
const catalog: [number, number, RetryAdvice, (number | null)?][] = [
  [0, 401, 'after_fix'],
  [1, 400, 'in_seconds'],
  [2, 503, 'in_seconds'],
  [3, 500, 'after_fix'],
  [4, 400, 'in_minutes', 60],
  [10, 403, 'after_fix'],
  [33, 400, 'after_fix'],
  [100, 400, 'after_fix'],
  [190, 401, 'after_fix'],
  [200, 403, 'after_fix'],
  [299, 403, 'after_fix'],
  [368, 403, 'never'],
  [80007, 400, 'in_minutes', 60],
  [130403, 400, 'never'],
  [130429, 400, 'in_seconds', 6],
  [130472, 400, 'never'],
  [130497, 403, 'never'],
  [131000, 500, 'in_seconds'],
  [131005, 403, 'after_fix'],
  [131008, 400, 'after_fix'],
  [131009, 400, 'after_fix'],
  [131016, 500, 'in_seconds'],
  [131021, 400, 'never'],
  [131026, 400, 'never'],
  [131030, 400, 'after_fix'],
  [131031, 403, 'never'],
  [131037, 400, 'after_fix'],
  [131042, 400, 'after_fix'],
  [131045, 500, 'after_fix'],
  [131047, 400, 'never'],
  [131048, 400, 'in_hours'],
  [131049, 400, 'in_hours'],
  [131050, 400, 'never'],
  [131051, 400, 'after_fix'],
  [131053, 400, 'after_fix'],
  [131056, 400, 'in_seconds', 6],
  [131057, 500, 'in_seconds'],
  [131062, 400, 'after_fix'],
  [131063, 400, 'after_fix'],
  [131064, 400, 'in_hours'],
  [132000, 400, 'after_fix'],
  [132001, 404, 'after_fix'],
  [132005, 400, 'after_fix'],
  [132007, 400, 'after_fix'],
  [132012, 400, 'after_fix'],
  [132015, 400, 'in_hours'],
  [132016, 400, 'never'],
  [132018, 400, 'after_fix'],
  [132068, 400, 'after_fix'],
  [132069, 400, 'in_hours'],
  [133004, 503, 'in_seconds'],
  [133010, 400, 'after_fix'],
  [133016, 400, 'in_hours'],
  [134011, 400, 'after_fix'],
  [135000, 400, 'after_fix'],
  [137000, 400, 'after_fix'],
];

describe('findRefusal', () => {
  it.each(catalog)('code %i at HTTP %i has the retry advice %s', (code, httpStatus, retry, seconds = null) => {
    expect(refuse({ message: 'x', code }, httpStatus)).toMatchObject({ code, retry, retryAfterSeconds: seconds });
  });

  it.each([130429, 131056, 4, 80007])('code %i is a throttle at any HTTP status', (code) => {
    for (const httpStatus of [400, 429, 500]) {
      expect(refuse({ message: 'x', code }, httpStatus)?.retryAfterSeconds).toBeGreaterThan(0);
    }
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

  it.each([
    [
      { message: 'a', code: '132000' },
      { code: 132000, message: 'a', details: null },
    ],
    [
      { message: 'a', error_data: 'why' },
      { code: null, message: 'a', details: 'why' },
    ],
    [
      { message: 'a', error_data: { details: 7 } },
      { message: 'a', details: null },
    ],
    [
      { message: 'a', error_data: null },
      { message: 'a', details: null },
    ],
    [
      { code: 100, message: { no: 'text' } },
      { code: 100, message: 'The channel did not say what is wrong.' },
    ],
    [{ code: 1.5, message: 'a' }, { code: null }],
    [{ message: 'a'.repeat(2_000) }, { message: 'a'.repeat(1_000) }],
  ])('the error %j is read', (error, expected) => {
    expect(refuse(error)).toMatchObject(expected);
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
});
