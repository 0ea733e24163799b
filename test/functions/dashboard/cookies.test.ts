import type { APIGatewayProxyEvent } from 'aws-lambda';
import { expect, it, vi } from 'vitest';
import { readSessionCookie, readSignInCookie } from '../../../functions/dashboard/cookies.ts';

const request = (cookie: string): APIGatewayProxyEvent => ({ headers: { cookie } }) as unknown as APIGatewayProxyEvent;

it.each([
  ['__Host-switchboard=value', 'value'],
  ['other=1; __Host-switchboard=value; __Host-switchboard_sign_in=handle', 'value'],
  ['__Host-switchboard=a=b', 'a=b'],
  ['switchboard=value', undefined],
  ['x__Host-switchboard=value', undefined],
  ['__Host-switchboard=', undefined],
])('the header %j has the session %j', (header, value) => {
  vi.stubEnv('DASHBOARD_URL', 'https://dashboard.example');
  expect(readSessionCookie(request(header))).toBe(value);
});

it('the handle of a sign-in is a cookie of its own', () => {
  vi.stubEnv('DASHBOARD_URL', 'https://dashboard.example');
  expect(readSignInCookie(request('__Host-switchboard=value; __Host-switchboard_sign_in=handle'))).toBe('handle');
});
