import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { createApiKey } from '../../../functions/domain/access/api-keys.ts';
import { newId } from '../../../functions/platform/ids.ts';
import {
  callDashboard,
  type DashboardResponse,
  makeStaffedWorkspace,
  type Person,
} from '../../support/dashboard/dashboard.ts';
import { requestWith } from '../../support/foreign-requests.ts';
import { sendRaw } from '../../support/network/send-raw.ts';

/** The address of the dashboard as an attacker sees it: every kind of response, and paths that no browser sends. */

let own: { id: string; owner: Person };
let other: { id: string; owner: Person };

beforeAll(async () => {
  [own, other] = [await makeStaffedWorkspace(), await makeStaffedWorkspace()];
  await createApiKey(other.id, { name: 'KEY-OF-OTHERS', scopes: [] });
});

const findAsset = async (): Promise<string> =>
  /src="(\/assets\/[^"]+\.js)"/.exec((await callDashboard('GET', '/')).text)?.[1] ?? '';

/** The host of the sockets is known only once it is deployed. */
const joinParts = (policy: { 'Fn::Join': [string, unknown[]] }): string =>
  policy['Fn::Join'][1].map((part) => (typeof part === 'string' ? part : '<host>')).join('');

const hideSocketHost = (value: string): string => value.replace(/ws:\/\/127\.0\.0\.1:\d+/, 'wss://<host>');

/** The policy as it deploys. */
const readPolicy = () => {
  const file = join(inject('service').assemblyDir, 'Switchboard-staging-dashboard.template.json');
  const resources = Object.values<{ Type: string; Properties: { ResponseHeadersPolicyConfig?: unknown } }>(
    JSON.parse(readFileSync(file, 'utf8')).Resources,
  );
  const policy = resources.find(({ Type }) => Type === 'AWS::CloudFront::ResponseHeadersPolicy');
  const { CustomHeadersConfig, SecurityHeadersConfig } = Object(policy?.Properties.ResponseHeadersPolicyConfig);
  const custom: { Header: string; Value: string }[] = CustomHeadersConfig.Items;
  return {
    ...Object.fromEntries(custom.map(({ Header, Value }) => [Header.toLowerCase(), Value])),
    'content-security-policy': joinParts(SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy),
    'referrer-policy': SecurityHeadersConfig.ReferrerPolicy.ReferrerPolicy,
    'strict-transport-security': `max-age=${SecurityHeadersConfig.StrictTransportSecurity.AccessControlMaxAgeSec}; includeSubDomains`,
    'x-content-type-options': 'nosniff',
    'x-frame-options': SecurityHeadersConfig.FrameOptions.FrameOption,
  };
};

const securityHeaders = readPolicy();

interface Kind {
  name: string;
  method?: string;
  path: () => string | Promise<string>;
  isSignedIn?: boolean;
  status: number;
  cacheControl: string | undefined;
}

const kinds: Kind[] = [
  { name: 'the start page', path: () => '/', status: 200, cacheControl: 'no-cache' },
  { name: 'a page', path: () => `/w/${own.id}/settings/members`, status: 200, cacheControl: 'no-cache' },
  { name: 'the head of a page', method: 'HEAD', path: () => '/sign-in', status: 200, cacheControl: 'no-cache' },
  { name: 'an asset', path: findAsset, status: 200, cacheControl: 'max-age=31536000, immutable' },
  { name: 'a missing asset', path: () => '/assets/x.js', status: 403, cacheControl: undefined },
  { name: 'a source map', path: async () => `${await findAsset()}.map`, status: 403, cacheControl: undefined },
  { name: 'data', path: () => '/api/session', isSignedIn: true, status: 200, cacheControl: 'private, no-cache' },
  { name: 'a refusal', path: () => '/api/session', status: 401, cacheControl: 'no-store' },
  { name: 'an unknown operation', path: () => '/api/nothing', status: 404, cacheControl: 'no-store' },
  { name: 'the way to the issuer', path: () => '/auth/sign-in', status: 302, cacheControl: 'no-store' },
  { name: 'a callback out of nowhere', path: () => '/auth/callback', status: 302, cacheControl: 'no-store' },
  { name: 'an unknown path of sign-in', path: () => '/auth/nothing', status: 404, cacheControl: 'no-store' },
  { name: 'a preflight', method: 'OPTIONS', path: () => '/api/session', status: 404, cacheControl: 'no-store' },
  { name: 'a POST to a page', method: 'POST', path: () => '/', status: 403, cacheControl: undefined },
  { name: 'TRACE of data', method: 'TRACE', path: () => '/api/session', status: 403, cacheControl: undefined },
  { name: 'HEAD of data', method: 'HEAD', path: () => '/api/session', status: 404, cacheControl: 'no-store' },
];

describe.each(kinds)('$name', ({ method = 'GET', path, isSignedIn, status, cacheControl }) => {
  it('its headers protect the browser, only a sign-in sets a cookie, and no other site may read it', async () => {
    const answer = await callDashboard(method, await path(), {
      session: isSignedIn || method === 'TRACE' ? own.owner.session : undefined,
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST', 'x-echo': 'MARK' },
    });
    expect(answer.status).toBe(status);
    const headers = Object.fromEntries([...answer.headers].map(([name, value]) => [name, hideSocketHost(value)]));
    expect(headers).toMatchObject(securityHeaders);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(headers['cache-control']).toBe(cacheControl);
    expect(headers['server'] ?? headers['x-powered-by']).toBeUndefined();
    expect(answer.cookies).toHaveLength(headers['location']?.startsWith(inject('service').issuerUrl) ? 1 : 0);
    expect(`${answer.text}${JSON.stringify([...answer.headers])}`).not.toMatch(/MARK|evil\.example/);
  });
});

/** The page, an error of ours, the gateway's own 404 or 413, S3's refusal, or the distribution's. */
const expectHarmless = ({ status, text, json, headers }: DashboardResponse<unknown>): void => {
  if (status === 200) expect(text).toContain('<!doctype html>');
  else if (headers.get('content-type') === 'application/json') {
    const ours = { error: { code: expect.any(String), message: expect.any(String) } };
    expect([ours, { message: expect.stringMatching(/^(Not Found|Request Entity Too Large)$/) }]).toContainEqual(json);
  } else expect([400, 403, 413]).toContain(status);
  expect(text).not.toMatch(/\bat .+:\d+:\d+|node_modules|KEY-OF-OTHERS|members\.example|root:/);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
};

it('a request under another host name is refused, because that name may have been made to lead to this machine', async () => {
  expect((await requestWith(inject('service').dashboardUrl, { Host: 'rebound.evil.example' })).status).toBe(403);
});

describe('a path that no browser sends', () => {
  it.each([
    ['an empty path', ['/api/', '/auth/', '//api/session', '/api//session', '*']],
    ['dots', ['/api/../auth/sign-in', '/api/%2e%2e/auth/sign-in', '/api/%252e%252e/auth/sign-in', '/api/./session']],
    ['another spelling', ['/api\\session', '/%61pi/session', '/API/session', '/api/session;x=1']],
    ['bytes that are no text', ['/api/session%00', '/api/session%2f', '/api/%', '/api/%E0%A4%A', '/%']],
    ['a file of the machine', ['/../../etc/passwd', '/..%2f..%2fetc/passwd', '/.env', '/.git/config']],
    ['a file of the project', ['/assets/../index.html', '/assets/%2e%2e/%2e%2e/package.json']],
    ['a property', ['/api/w/__proto__/members', '/api/w/constructor/api-keys', '/api/invitations/__proto__']],
    ['8,000 characters', [`/api/${'a'.repeat(8000)}`, `/${'a'.repeat(8000)}`]],
  ])('%s gets the page or an error, but never data', async (_, paths) => {
    for (const path of paths) expectHarmless(await callDashboard('GET', path, { session: own.owner.session }));
  });

  it.each<[string, (ownId: string, otherId: string) => string]>([
    ['two dots', (ownId, otherId) => `/api/w/${ownId}/../${otherId}/api-keys`],
    ['an encoded slash', (ownId, otherId) => `/api/w/${ownId}%2f..%2f${otherId}/api-keys`],
    ['a capital letter', (_, otherId) => `/api/w/${otherId.toUpperCase()}/api-keys`],
    ['a key of the table', (_, otherId) => `/api/w/${otherId}%23KEY/api-keys`],
  ])('%s lead to no other workspace', async (_, toPath) => {
    const answer = await callDashboard('GET', toPath(own.id, other.id), { session: own.owner.session });
    expect(answer.status).toBe(404);
    expectHarmless(answer);
  });

  it.each(['workspace_id', 'proxy', '__proto__', '__proto__[workspaceId]', 'constructor', 'cursorSecret'])(
    'the query parameter %s changes nothing',
    async (name) => {
      const query = new URLSearchParams({ [name]: other.id });
      const call = { session: own.owner.session };
      const path = `/api/w/${own.id}/api-keys`;
      const { json } = await callDashboard('GET', path, call);
      expect(await callDashboard('GET', `${path}?${query}`, call)).toMatchObject({ status: 200, json });
    },
  );

  it('a body with __proto__ and constructor gives nobody a role or a key more than it asks for', async () => {
    const body = `{"name":"Shop","scopes":[],"__proto__":{"scopes":["contacts:read"]},"constructor":{"role":"owner"}}`;
    const { json } = await callDashboard('POST', `/api/w/${own.id}/api-keys`, { session: own.owner.session, body });
    expect(json).toMatchObject({ data: { scopes: [] } });
    expect(Object.keys(Object(json).data)).not.toContain('role');
  });
});

describe('a request that is too large', () => {
  it('a body of 11 MB is refused without harm to the next request', async () => {
    const path = `/api/w/${own.id}/api-keys`;
    const body = JSON.stringify({ name: 'x'.repeat(11 * 1024 * 1024), scopes: [] });
    const answer = await callDashboard('POST', path, { session: own.owner.session, body });
    expect([400, 413]).toContain(answer.status);
    expectHarmless(answer);
    expect(await callDashboard('GET', path, { session: own.owner.session })).toMatchObject({ status: 200 });
  });

  it('headers of 20 KB are refused', async () => {
    const { dashboardUrl } = inject('service');
    const lines = ['GET /api/session HTTP/1.1', `Host: ${new URL(dashboardUrl).host}`, `X-Big: ${'a'.repeat(20_000)}`];
    expect(await sendRaw(dashboardUrl, `${lines.join('\r\n')}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 4\d\d /);
  });

  it.each([
    ['of 5 KB', (session: string) => `switchboard=${session}${'a'.repeat(5000)}`],
    ['in quotes', (session: string) => `switchboard="${session}"`],
    ['under another name', (session: string) => `Switchboard=${session}; xswitchboard=${session}`],
    ['behind a false one', (session: string) => `switchboard=${newId()}.${'A'.repeat(43)}; switchboard=${session}`],
  ])('a session cookie %s opens nothing', async (_, toCookie) => {
    const answer = await callDashboard('GET', '/api/session', { headers: { cookie: toCookie(own.owner.session) } });
    expect(answer).toMatchObject({ status: 401 });
    expectHarmless(answer);
  });
});
