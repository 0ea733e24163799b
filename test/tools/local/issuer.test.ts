import { randomUUID } from 'node:crypto';
import * as openid from 'openid-client';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { type Browser, createBrowser, locationOf, signInAtIssuer } from '../../../tools/local/issuer/browser.ts';
import { startIssuer } from '../../../tools/local/issuer/start.ts';
import { foreignHeaders, requestWith } from '../../support/foreign-requests.ts';
import { isUnreachable } from './fixture/child.ts';

const consoleLines = ['log', 'info', 'warn', 'error'].map((name) =>
  vi.spyOn(console, name as 'log').mockImplementation(() => undefined),
);

const dashboardUrl = 'http://127.0.0.1:4999';
const redirectUri = `${dashboardUrl}/auth/callback`;
const client = {
  id: 'dashboard',
  secret: randomUUID(),
  redirectUris: [redirectUri],
  postLogoutRedirectUris: [`${dashboardUrl}/`],
};
const olivia = { email: 'olivia@demo.example', name: 'Olivia <Owner>', isVerified: true };
const issuer = await startIssuer({ port: 0, client, people: [olivia] });

afterAll(async () => {
  await issuer.stop();
  expect(await isUnreachable(issuer.url)).toBe(true);
});

const discover = () =>
  openid.discovery(new URL(issuer.url), client.id, client.secret, undefined, {
    execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks],
  });

interface Attempt {
  config: openid.Configuration;
  url: URL;
  checks: openid.AuthorizationCodeGrantChecks;
}

const begin = async (): Promise<Attempt> => {
  const config = await discover();
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const [expectedState, expectedNonce] = [openid.randomState(), openid.randomNonce()];
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
  });
  return { config, url, checks: { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true } };
};

const signIn = async (form: Record<string, string>, browser: Browser = createBrowser()) => {
  const attempt = await begin();
  const callback = await signInAtIssuer(browser, attempt.url, form);
  const grant = () => openid.authorizationCodeGrant(attempt.config, callback, attempt.checks);
  return { ...attempt, callback, grant };
};

describe('sign-in at the local issuer', () => {
  it('a demo person signs in with one click and the ID token carries the verified address', async () => {
    const { callback, grant } = await signIn({ person: olivia.email });
    expect(`${callback.origin}${callback.pathname}`).toBe(redirectUri);
    const claims = (await grant()).claims();
    expect(claims).toMatchObject({ iss: issuer.url, email: olivia.email, email_verified: true, name: olivia.name });
  });

  it('anybody else signs in with an address that is verified or not', async () => {
    const read = async (form: Record<string, string>) => (await (await signIn(form)).grant()).claims();
    const stranger = { email: 'sam@elsewhere.example', name: 'Sam' };
    expect(await read({ ...stranger, verified: 'yes' })).toMatchObject({ ...stranger, email_verified: true });
    expect(await read(stranger)).toMatchObject({ ...stranger, email_verified: false });
  });

  it('a person has the same subject at every sign-in, whatever the case of the address', async () => {
    const readSubject = async (email: string) => (await (await signIn({ email, name: 'Sam' })).grant()).claims()?.sub;
    expect(await readSubject('SAM@elsewhere.example')).toBe(await readSubject('sam@elsewhere.example'));
    expect(await readSubject('sam@elsewhere.example')).not.toBe(await readSubject('sal@elsewhere.example'));
  });

  it.each([
    ['an address without a domain', { email: 'sam', name: 'Sam' }],
    ['no name', { email: 'sam@elsewhere.example', name: ' ' }],
    ['a person who is not on the page', { person: 'mallory@demo.example' }],
  ])('the form is refused with %s', async (_, form) => {
    const { visit } = createBrowser();
    const page = locationOf(await visit((await begin()).url));
    const response = await visit(page, form);
    expect(response.status).toBe(400);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('a second sign-in of the same browser asks nothing', async () => {
    const browser = createBrowser();
    await signIn({ person: olivia.email }, browser);
    const { visit } = browser;
    expect(locationOf(await visit((await begin()).url)).origin).toBe(dashboardUrl);
  });

  it('a sign-in page without its cookie says that the sign-in has expired', async () => {
    const page = locationOf(await fetch((await begin()).url, { redirect: 'manual' }));
    const response = await fetch(page);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('expired');
  });
});

describe('sign-out at the local issuer', () => {
  it('sign-out takes both spellings, returns to the dashboard and ends the session', async () => {
    const browser = createBrowser();
    await signIn({ person: olivia.email }, browser);
    const { visit } = browser;
    const url = openid.buildEndSessionUrl(await discover(), {
      client_id: client.id,
      post_logout_redirect_uri: `${dashboardUrl}/`,
      logout_uri: `${dashboardUrl}/`,
    });
    const page = await (await visit(url)).text();
    const [, action = ''] = /action="([^"]+)"/.exec(page) ?? [];
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
    expect(locationOf(await visit(action, { xsrf, logout: 'yes' })).href).toBe(`${dashboardUrl}/`);
    expect(locationOf(await visit((await begin()).url)).pathname).toMatch(/^\/interaction\//);
  });
});

describe('pages of the local issuer', () => {
  it('a page escapes names and allows neither foreign code nor frames', async () => {
    const { visit } = createBrowser();
    const response = await visit(locationOf(await visit((await begin()).url)));
    expect(await response.text()).toContain('Olivia &#60;Owner&#62;');
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`form-action 'self' ${dashboardUrl}`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe-inline');
  });

  it.each(foreignHeaders.slice(4, 5))('the issuer refuses a form with %s', async (_, buildHeaders) => {
    const { status } = await requestWith(`${issuer.url}/token`, buildHeaders(new URL(issuer.url)), { method: 'POST' });
    expect(status).toBe(403);
  });

  it('the issuer refuses a page under another host name', async () => {
    const { status } = await requestWith(`${issuer.url}/.well-known/openid-configuration`, { Host: 'evil.example' });
    expect(status).toBe(403);
  });

  it('the issuer writes nothing to the console', () => {
    expect(consoleLines.flatMap(({ mock }) => mock.calls)).toEqual([]);
  });
});
