import { describe, expect, test } from 'vitest';
import { problemOf, toProblem } from '../../dashboard/api/problem.ts';

describe('a failed request of the dashboard', () => {
  test('shows the message of our functions and the request id', () => {
    const body = {
      error: { code: 'conflict', message: 'A workspace needs an Owner. Make somebody else Owner first.' },
    };
    expect(problemOf(409, body, 'r-1')).toMatchObject({ ...body.error, status: 409, requestId: 'r-1' });
  });

  test.each([
    { status: 403, message: /firewall/ },
    { status: 413, message: /too large/ },
    { status: 429, message: /too many requests/ },
    { status: 503, message: /not available/ },
    { status: 404, message: /unexpected/ },
  ])('explains the bare $status of the gateway in words', ({ status, message }) => {
    const problem = problemOf(status, { message: 'Forbidden' }, undefined);
    expect(problem.code).toBe('gateway');
    expect(problem.message).toMatch(message);
  });

  test('counts as refused only if the server said no, so that an unclear one is retried with the same key', () => {
    expect(problemOf(400, undefined, undefined).wasRefused).toBe(true);
    expect(problemOf(502, undefined, undefined).wasRefused).toBe(false);
    expect(toProblem(new TypeError('Failed to fetch')).wasRefused).toBe(false);
  });
});
