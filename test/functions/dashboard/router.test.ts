import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { describe, expect, it, vi } from 'vitest';
import { authenticateAsMember } from '../../../functions/dashboard/middleware/authenticate.ts';
import { createRouter, serveRoutes } from '../../../functions/dashboard/router.ts';
import * as sessions from '../../../functions/domain/members/sessions.ts';
import { spendRequests } from '../../../functions/http/request-limits.ts';
import { eventsLimit, personLimit, signInLimit } from '../../../functions/model/members/request-limit.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { captureLog } from '../../support/log.ts';

const find = createRouter([
  { method: 'DELETE', path: '/w/{workspace_id}/members/{user_id}', name: 'remove' },
  { method: 'DELETE', path: '/w/{workspace_id}/members/me', name: 'leave' },
  { method: 'GET', path: '/w/{workspace_id}/members', name: 'list' },
]);

describe('the router', () => {
  it('a fixed segment matches before a parameter, whatever the order of the table', () => {
    expect(find({ httpMethod: 'DELETE', path: '/w/1/members/me' })).toMatchObject({
      route: { name: 'leave' },
      params: { workspace_id: '1' },
    });
    expect(find({ httpMethod: 'DELETE', path: '/w/1/members/2' })).toEqual({
      route: expect.objectContaining({ name: 'remove' }),
      params: { workspace_id: '1', user_id: '2' },
    });
  });

  it.each([
    ['POST', '/w/1/members'],
    ['GET', '/w/1/members/'],
    ['GET', '/w/1'],
    ['GET', '/w/1/members/me'],
    ['GET', '/W/1/members'],
    ['HEAD', '/w/1/members'],
    ['GET', ''],
  ])('%s %s is unknown', (httpMethod, path) => expect(find({ httpMethod, path })).toBeUndefined());
});

describe('a request to the functions', () => {
  const originKey = 'key-of-cloudfront';
  const context = { awsRequestId: 'the-request', getRemainingTimeInMillis: () => 10_000 } as Context;
  const ok = { statusCode: 200, body: '' };
  const serve = serveRoutes('signIn', [{ method: 'GET', path: '/auth/x', handler: async () => ok }], signInLimit);

  const send = async (address: string, key: string | undefined = originKey) => {
    vi.stubEnv('ORIGIN_KEY', originKey);
    captureLog();
    const headers = { 'x-origin-key': key, 'x-forwarded-for': `${address}, 203.0.113.9` };
    const requestContext = { identity: { sourceIp: '203.0.113.9' } };
    const event = { httpMethod: 'GET', path: '/auth/x', headers, requestContext };
    const { statusCode, headers: answered } = await serve(event as unknown as APIGatewayProxyEvent, context);
    return { statusCode, retryAfter: answered?.['Retry-After'] };
  };

  it.each([undefined, '', 'guessed'])(
    'that did not come through CloudFront, with the key %j, is refused',
    async (key) => expect(await send('198.51.100.1', key ?? '')).toMatchObject({ statusCode: 403 }),
  );

  it('is refused once its own address has used up its share', async () => {
    vi.spyOn(clock, 'now').mockReturnValue(1_000);
    for (let n = 0; n < signInLimit.max; n += 1) await send('198.51.100.2');
    expect(await send('198.51.100.2')).toEqual({ statusCode: 429, retryAfter: '300' });
    expect(await send('198.51.100.3')).toMatchObject({ statusCode: 200 });
    for (let n = 0; n < signInLimit.max; n += 1) await send(`2001:db8::${n.toString(16)}`);
    expect(await send('2001:db8:0:0:ffff::1')).toMatchObject({ statusCode: 429 });
    expect(await send('2001:db8:0:1::1')).toMatchObject({ statusCode: 200 });
    vi.spyOn(clock, 'now').mockReturnValue(1_000 + signInLimit.windowMs);
    expect(await send('198.51.100.2')).toMatchObject({ statusCode: 200 });
  });

  it('is refused once its own person has used up their share, in whichever workspace', async () => {
    vi.stubEnv('DASHBOARD_URL', 'https://dashboard.example');
    const authenticate = vi.spyOn(sessions, 'authenticateMember');
    const send = async (userId: string): Promise<unknown> => {
      authenticate.mockResolvedValue({ outcome: 'member', caller: { userId, workspaceId: newId() } } as never);
      const event = { headers: {}, pathParameters: {} };
      return authenticateAsMember().before?.({ internal: { event } } as never);
    };
    for (let n = 0; n < personLimit.max; n += 1) await send('ana');
    await expect(send('ana')).rejects.toMatchObject({ code: 'rate_limited' });
    await expect(send('bo')).resolves.toBeUndefined();
  });

  it('may cost more than one of a share, as reading the events of 50 webhooks does', () => {
    for (let n = 0; n < 30; n += 1) spendRequests('events', eventsLimit, 50);
    expect(() => spendRequests('events', eventsLimit, 50)).toThrow('too many requests');
  });
});
