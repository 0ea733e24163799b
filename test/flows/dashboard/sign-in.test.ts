import { describe, expect, inject, it } from 'vitest';
import { listAuditEntries } from '../../../functions/domain/audit/audit-log.ts';
import { authenticateUser } from '../../../functions/domain/members/sessions.ts';
import { createWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import type { SignInErrorCode } from '../../../functions/model/members/sign-in-error.ts';
import { waitForLogLine } from '../../../tools/bench/log-lines.ts';
import { callDashboard, inviteTo, makePerson } from '../../support/dashboard/dashboard.ts';
import {
  approve,
  type CompletedSignIn,
  completeSignIn,
  newForm,
  signIn,
  startSignIn,
} from '../../support/dashboard/sign-in.ts';
import { followLog } from '../../support/log-file.ts';

/** These tests use the running service and its issuer, a certified implementation. issuers.test.ts covers https. */

const { dashboardUrl, issuerUrl, logPath } = inject('service');

const listEntries = async (workspaceId: string) =>
  (await listAuditEntries(workspaceId, {}, { limit: 10, after: undefined })).items;

const expectFailure = ({ status, location, session }: CompletedSignIn, error: SignInErrorCode) => {
  expect({ status, location }).toEqual({ status: 302, location: `${dashboardUrl}/sign-in?error=${error}` });
  expect(session).toBeUndefined();
};

describe('the start of a sign-in', () => {
  it('the browser goes to the issuer with PKCE, state and nonce, and keeps a handle for ten minutes', async () => {
    const { status, url, cookies } = await startSignIn();
    expect(status).toBe(302);
    expect(url.origin).toBe(issuerUrl);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'dashboard',
      response_type: 'code',
      redirect_uri: `${dashboardUrl}/auth/callback`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(cookies).toEqual([
      expect.stringMatching(/^switchboard_sign_in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it('every sign-in has its own handle, state, nonce and challenge', async () => {
    const [first, second] = await Promise.all([startSignIn(), startSignIn()]);
    expect(first.handle).not.toBe(second.handle);
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(first.url.searchParams.get(name)).not.toBe(second.url.searchParams.get(name));
  });

  it('the callback is at the dashboard, whatever Host the request names', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    const answer = await callDashboard('GET', '/auth/sign-in', { headers });
    const url = new URL(answer.headers.get('location') ?? '');
    expect(url.searchParams.get('redirect_uri')).toBe(`${dashboardUrl}/auth/callback`);
  });

  it.each(['HEAD', 'POST', 'PUT'])('%s starts nothing', async (method) => {
    const { status, cookies } = await callDashboard(method, '/auth/sign-in');
    expect({ status, cookies }).toEqual({ status: 404, cookies: [] });
  });
});

describe('a completed sign-in', () => {
  it('the browser gets a session of a day and goes to the page that it asked for', async () => {
    const form = newForm();
    const { status, location, cookies, session = '', headers } = await signIn(form, '/w/1/settings/members?role=a#top');
    expect({ status, location }).toEqual({ status: 302, location: `${dashboardUrl}/w/1/settings/members?role=a#top` });
    expect(cookies).toEqual([
      expect.stringMatching(
        /^switchboard=[0-9a-f-]{36}\.[\w-]{43}; Max-Age=(86400|863\d\d); Path=\/; HttpOnly; SameSite=Lax$/,
      ),
      'switchboard_sign_in=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await authenticateUser(session)).toMatchObject({ user: { email: form.email, name: 'Ana' } });
  });

  it('a person who signs in twice is one user with two sessions of different value', async () => {
    const form = newForm();
    const first = await signIn(form);
    const second = await signIn(form);
    expect(first.session).not.toBe(second.session);
    const users = await Promise.all([first, second].map(({ session = '' }) => authenticateUser(session)));
    expect(users[0]?.user.id).toBe(users[1]?.user.id);
  });

  it('the session that the browser had ends, also when it was of somebody else', async () => {
    const other = await makePerson();
    const { query, handle } = await approve();
    const { session = '' } = await completeSignIn(query, { handle, session: other.session });
    expect(session).not.toBe(other.session);
    expect(await authenticateUser(other.session)).toBeUndefined();
    expect(await authenticateUser(session)).toBeDefined();
  });

  it('a person with one invitation and no workspace joins at once, and the log of the workspace says so', async () => {
    const { id } = await createWorkspace('Acme', 'DE');
    const form = newForm();
    await inviteTo(id, form.email, 'admin');
    const { session = '' } = await signIn(form);
    const { json } = await callDashboard<{ data: object }>('GET', '/api/session', { session });
    expect(json.data).toMatchObject({ workspaces: [{ id, name: 'Acme', role: 'admin' }], invitations: [] });
    expect(await listEntries(id)).toMatchObject([
      { action: 'member.signed_in', actor: { name: 'Ana' }, outcome: 'done', browser: 'Firefox on Linux' },
      { action: 'invitation.accepted', actor: { name: 'Ana' }, outcome: 'done', details: 'Admin' },
    ]);
  });

  it('the log lines of a sign-in name the user and hold no address, name, cookie, code or token', async () => {
    const form = newForm();
    const { query, handle } = await approve(form);
    const lines = followLog(logPath);
    const { session = '', headers } = await completeSignIn(query, { handle });
    const line = await waitForLogLine(lines, headers.get('x-request-id') ?? '');
    expect(line).toMatchObject({ operation: 'completeSignIn', outcome: 'ok', user_id: session.split('.')[0] });
    const text = JSON.stringify(line);
    for (const secret of [form.email, handle, session.split('.')[1], query.get('code'), query.get('state')])
      expect(text).not.toContain(secret);
  });
});

describe('a sign-in that fails', () => {
  type Change = (query: URLSearchParams) => void;

  it.each<[string, Change, SignInErrorCode]>([
    ['without a state', (query) => query.delete('state'), 'expired'],
    ['with a wrong state', (query) => query.set('state', 'x'), 'expired'],
    ['with an empty state', (query) => query.set('state', ''), 'expired'],
    ['with two states', (query) => query.append('state', query.get('state') ?? ''), 'issuer_error'],
    ['with two codes', (query) => query.append('code', query.get('code') ?? ''), 'issuer_error'],
    ['that names another issuer (mix-up)', (query) => query.set('iss', 'https://evil.example'), 'issuer_error'],
  ])('a callback %s opens no session', async (_, change, error) => {
    const { query, handle } = await approve();
    change(query);
    expectFailure(await completeSignIn(query, { handle }), error);
  });

  it('an address that is not verified opens no session', async () => {
    const { verified: _, ...form } = newForm();
    const { query, handle } = await approve(form);
    expectFailure(await completeSignIn(query, { handle }), 'unverified_email');
  });

  it('a code that is replayed with the same handle opens no session', async () => {
    const { query, handle } = await approve();
    expect((await completeSignIn(query, { handle })).session).toBeDefined();
    expectFailure(await completeSignIn(query, { handle }), 'expired');
  });

  it("a callback with another browser's handle opens no session (login CSRF)", async () => {
    const attacker = await approve();
    const victim = await approve();
    expectFailure(await completeSignIn(attacker.query, { handle: victim.handle }), 'expired');
  });

  it('a callback in a browser without a handle opens no session', async () => {
    expectFailure(await completeSignIn((await approve()).query, {}), 'other_browser');
  });

  it('a code that was issued for another verifier opens no session', async () => {
    const stolen = await approve();
    const own = await approve();
    const injected = { code: stolen.query.get('code') ?? '', state: own.query.get('state') ?? '' };
    expectFailure(await completeSignIn(injected, { handle: own.handle }), 'issuer_error');
  });

  it.each(['nonsense', 'A'.repeat(43), '%00', '__proto__'])(
    'the made-up handle %s opens no session',
    async (handle) => {
      expectFailure(await completeSignIn((await approve()).query, { handle }), 'expired');
    },
  );

  it.each([
    ['a cancelation', 'access_denied', 'canceled'],
    ['another error', 'server_error', 'issuer_error'],
  ] as const)("%s at the issuer shows a page of ours, without the issuer's text", async (_, error, code) => {
    const { url, handle } = await startSignIn();
    const state = url.searchParams.get('state') ?? '';
    const query = { error, error_description: '<script>alert(1)</script>', state, iss: issuerUrl };
    const answer = await completeSignIn(query, { handle });
    expectFailure(answer, code);
    expect(answer.text).toBe('');
  });

  it('of a refused callback, the log has the name of the error but neither code, state nor description', async () => {
    const { query, handle } = await approve();
    query.set('error', 'server_error');
    query.set('error_description', 'user ana.private@acme.example');
    const lines = followLog(logPath);
    const { headers } = await completeSignIn(query, { handle });
    const text = JSON.stringify(await waitForLogLine(lines, headers.get('x-request-id') ?? ''));
    expect(text).toContain('server_error');
    for (const secret of [query.get('code'), query.get('state'), 'ana.private']) expect(text).not.toContain(secret);
  });

  it('a failed sign-in logs its reason and counts for the alarm, and an unknown path does not', async () => {
    const { query, handle } = await approve();
    await completeSignIn(query, { handle });
    const lines = followLog(logPath);
    const { headers } = await completeSignIn(query, { handle });
    const line = await waitForLogLine(lines, headers.get('x-request-id') ?? '');
    expect(line).toMatchObject({ outcome: 'rejected', sign_in_error: 'expired', status: 302, RejectedSignIns: 1 });
    const unknown = await callDashboard('GET', '/auth/none');
    const other = await waitForLogLine(lines, unknown.headers.get('x-request-id') ?? '');
    expect(other).not.toHaveProperty('RejectedSignIns');
  });
});

describe('sign-out', () => {
  const signOut = (session?: string, headers = {}) =>
    callDashboard<{ data: { url: string } }>('POST', '/auth/sign-out', { session, headers });

  it('the session ends, the cookie is cleared and the page learns where to end the issuer’s session', async () => {
    const { session = '' } = await signIn();
    const { status, json, cookies, headers } = await signOut(session);
    expect(status).toBe(200);
    expect(cookies).toEqual(['switchboard=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
    expect(headers.get('cache-control')).toBe('no-store');
    const url = new URL(json.data.url);
    expect(url.origin).toBe(issuerUrl);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'dashboard',
      post_logout_redirect_uri: `${dashboardUrl}/sign-in`,
      logout_uri: `${dashboardUrl}/sign-in`,
    });
    expect(await authenticateUser(session)).toBeUndefined();
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(200);
  });

  it('sign-out works without a session that is still valid', async () => {
    const { session } = await makePerson();
    await signOut(session);
    for (const cookie of [undefined, session, 'nonsense']) expect(await signOut(cookie)).toMatchObject({ status: 200 });
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['nowhere', { origin: undefined }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ])('a request from %s signs nobody out', async (_, headers) => {
    const { session } = await makePerson();
    expect(await signOut(session, headers)).toMatchObject({ status: 403, json: { error: { code: 'forbidden' } } });
    expect(await authenticateUser(session)).toBeDefined();
  });

  it('a GET signs nobody out', async () => {
    const { session } = await makePerson();
    expect(await callDashboard('GET', '/auth/sign-out', { session })).toMatchObject({ status: 404 });
    expect(await authenticateUser(session)).toBeDefined();
  });
});
