import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { authenticateUser } from '../../../functions/domain/members/sessions.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { type FakeIssuerOptions, startFakeIssuer } from '../../support/dashboard/fake-issuer.ts';
import { callHandlers, deployedUrl } from '../../support/dashboard/handlers.ts';
import {
  client,
  completeSignIn,
  serveClientSecret,
  startSignIn,
  trustIssuer,
} from '../../support/dashboard/other-issuer.ts';

/** These issuers deviate from the standard, as Cognito does, or lie. */

let stopSecrets: () => Promise<void>;

beforeAll(async () => {
  stopSecrets = await serveClientSecret();
});

afterAll(() => stopSecrets());

const start = async (options: Partial<FakeIssuerOptions> = {}) => {
  const issuer = await startFakeIssuer({ clientId: client.id, clientSecret: client.secret, ...options });
  trustIssuer(issuer.url);
  return issuer;
};

type FakeIssuer = Awaited<ReturnType<typeof start>>;

const verified = () => ({ sub: newId(), email: `${newId()}@example.com`, email_verified: true, name: 'Ana' });

const signIn = async (issuer: FakeIssuer, claims: object, change?: Parameters<FakeIssuer['approve']>[2]) => {
  const { url, handle } = await startSignIn();
  return completeSignIn(issuer.approve(url, { ...claims }, change), { handle });
};

const readError = ({ location, session }: Awaited<ReturnType<typeof completeSignIn>>): string | null => {
  expect(session).toBeUndefined();
  return new URL(location).searchParams.get('error');
};

describe('claims that deceive or overflow', () => {
  const nameFor = async (name: unknown) => {
    const { session = '' } = await signIn(await start(), { ...verified(), name });
    return (await authenticateUser(session))?.user.name;
  };

  it.each([
    ['control characters and line breaks', 'Ana\u0000\u0007\r\nOwner', 'Ana Owner'],
    ['text that is turned around', 'Ana \u202eremwO\u202c', 'Ana  remwO'],
    ['marks without width', '\u200f\u2066\ufeff', undefined],
    ['half a character', 'Ana\ud83d', 'Ana\ufffd'],
    ['characters of two units', '😀'.repeat(300), '😀'.repeat(200)],
    ['joined characters, which a name may need', 'می‌خواهم 👩‍💻', 'می‌خواهم 👩‍💻'],
    ['an object', { toString: 'x' }, undefined],
  ])('a name with %s is stored as people can read it', async (_, name, expected) => {
    expect(await nameFor(name)).toEqual(expected ?? expect.stringMatching(/^[0-9a-f-]{36}@example\.com$/));
  });

  it.each([
    ['of 10 KB', `${'x'.repeat(10_000)}@example.com`],
    ['with a space', 'ana @example.com'],
    ['with two signs', 'ana@evil.example@example.com'],
    ['that is turned around', 'ana\u202e@example.com'],
    ['without a host', 'ana@'],
    ['that is a list', ['ana@example.com']],
  ])('an address %s opens no session', async (_, email) => {
    expect(readError(await signIn(await start(), { ...verified(), email }))).toBe('unverified_email');
  });
});

describe('a dashboard at an https address', () => {
  const flags = 'Path=/; HttpOnly; SameSite=Lax; Secure';

  it('its cookies are of its host alone and travel over https only', async () => {
    const issuer = await start();
    const { url, handle, cookies } = await startSignIn();
    expect(cookies).toEqual([`__Host-switchboard_sign_in=${handle}; Max-Age=600; ${flags}`]);
    const done = await completeSignIn(issuer.approve(url, verified()), { handle });
    expect(done.cookies).toEqual([
      expect.stringMatching(`^__Host-switchboard=${done.session}; Max-Age=(86400|86399); ${flags}$`),
      `__Host-switchboard_sign_in=; Max-Age=0; ${flags}`,
    ]);
    const { session = '' } = done;
    const signedOut = await callHandlers('POST', '/auth/sign-out', { session });
    expect(signedOut.cookies).toEqual([`__Host-switchboard=; Max-Age=0; ${flags}`]);
  });

  it('a cookie without the prefix, which a sibling domain could set, opens no session', async () => {
    const { session = '' } = await signIn(await start(), verified());
    const answer = await callHandlers('GET', '/api/session', { cookies: { switchboard: session } });
    expect(answer.status).toBe(401);
  });
});

describe('an issuer like Cognito', () => {
  it('its endpoints may be on another host than the issuer', async () => {
    const issuer = await start({
      metadata: ({ other }) => ({
        ...{ authorization_endpoint: `${other}/authorize`, token_endpoint: `${other}/token` },
        end_session_endpoint: `${other}/logout`,
      }),
    });
    const { url, handle } = await startSignIn();
    expect(url.origin).toBe(issuer.other);
    expect((await completeSignIn(issuer.approve(url, verified()), { handle })).session).toBeDefined();
    const { json } = await callHandlers<{ data: { url: string } }>('POST', '/auth/sign-out');
    expect(new URL(json.data.url).origin).toBe(issuer.other);
  });

  it.each([true, 'true'])('the address is verified if email_verified is %j', async (email_verified) => {
    const issuer = await start();
    expect((await signIn(issuer, { ...verified(), email_verified })).session).toBeDefined();
  });

  it.each([false, 'True', 1, undefined])(
    'the address is not verified if email_verified is %j',
    async (email_verified) => {
      const issuer = await start();
      expect(readError(await signIn(issuer, { ...verified(), email_verified }))).toBe('unverified_email');
    },
  );

  it('the same subject of two issuers is two people', async () => {
    const claims = verified();
    const first = await signIn(await start(), claims);
    const second = await signIn(await start(), claims);
    const [one, two] = await Promise.all([first, second].map(({ session = '' }) => authenticateUser(session)));
    expect(one?.user.id).toBeDefined();
    expect(one?.user.id).not.toBe(two?.user.id);
  });

  it('an address that is only at userinfo is read there', async () => {
    const { email, email_verified, ...rest } = verified();
    const issuer = await start({ userInfo: { sub: rest.sub, email, email_verified: 'true', name: 'Ana' } });
    const { session = '' } = await signIn(issuer, rest);
    expect(await authenticateUser(session)).toMatchObject({ user: { email, name: 'Ana' } });
    expect(email_verified).toBe(true);
  });

  it('userinfo of another subject opens no session', async () => {
    const { email, email_verified, ...rest } = verified();
    const issuer = await start({ userInfo: { sub: newId(), email, email_verified } });
    expect(readError(await signIn(issuer, rest))).toBe('issuer_error');
  });
});

it('an address without email_verified is accepted only if the issuer is trusted', async () => {
  const { email_verified: _, ...claims } = verified();
  const issuer = await start();
  expect(readError(await signIn(issuer, claims))).toBe('unverified_email');
  vi.stubEnv('TRUST_ISSUER_EMAIL', '1');
  expect((await signIn(issuer, claims)).session).toBeDefined();
  expect(readError(await signIn(issuer, { ...claims, email_verified: false }))).toBe('unverified_email');
});

it('a person without an address opens no session', async () => {
  const issuer = await start({ metadata: () => ({ userinfo_endpoint: undefined }) });
  const { email: _, ...claims } = verified();
  expect(readError(await signIn(issuer, claims))).toBe('unverified_email');
});

describe('a token that is not valid', () => {
  const nowSeconds = (): number => Math.floor(Date.now() / 1000);

  it.each<[string, () => object]>([
    ['another nonce', () => ({ nonce: 'x' })],
    ['another issuer', () => ({ iss: 'https://evil.example' })],
    ['another audience', () => ({ aud: 'another-client' })],
    ['a time that has passed', () => ({ iat: nowSeconds() - 900, exp: nowSeconds() - 600 })],
  ])('a token with %s opens no session', async (_, change) => {
    const issuer = await start();
    expect(readError(await signIn(issuer, { ...verified(), ...change() }))).toBe('issuer_error');
  });

  it('a clock that is ten seconds ahead does no harm', async () => {
    const issuer = await start();
    expect((await signIn(issuer, { ...verified(), iat: nowSeconds() + 10 })).session).toBeDefined();
  });

  const encode = (text: string): string => Buffer.from(text).toString('base64url');

  const changeClaims = (token: string): string => {
    const [header, claims = '', signature] = token.split('.');
    const changed = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), email: 'victim@example.com' };
    return [header, encode(JSON.stringify(changed)), signature].join('.');
  };

  it.each<[string, Parameters<FakeIssuer['approve']>[2]]>([
    ['whose claims were changed after it was signed', { tamper: changeClaims }],
    ['without a signature', { tamper: (token) => `${encode('{"alg":"none"}')}.${token.split('.')[1]}.` }],
    ['of an unknown key', { header: { kid: 'two' } }],
  ])('a token %s opens no session', async (_, change) => {
    expect(readError(await signIn(await start(), verified(), change))).toBe('issuer_error');
  });
});

describe('an issuer that fails', () => {
  it.each([
    ['an OAuth error', 400, 'application/json', '{"error":"invalid_grant","error_description":"Secret text"}'],
    ['a page of success', 200, 'text/html', '<h1>Secret text</h1>'],
    ['no ID token', 200, 'application/json', '{"access_token":"a","token_type":"Bearer"}'],
  ])(
    'a token endpoint that answers with %s opens no session and shows none of its text',
    async (_, status, type, body) => {
      const issuer = await start({ tokenAnswer: { status, type, body } });
      const answer = await signIn(issuer, verified());
      expect(readError(answer)).toBe('issuer_error');
      expect(answer.text).toBe('');
    },
  );

  it('while an issuer is down, the person stays on our page and can try again', async () => {
    const issuer = await start();
    vi.stubEnv('OIDC_ISSUER', 'http://127.0.0.1:1');
    const { status, headers, cookies } = await callHandlers('GET', '/auth/sign-in');
    expect([status, cookies]).toEqual([302, []]);
    expect(headers.get('location')).toBe(`${deployedUrl}/sign-in?error=issuer_error`);
    const signedOut = await callHandlers<{ data: { url: string } }>('POST', '/auth/sign-out');
    expect(signedOut).toMatchObject({ status: 200, json: { data: { url: `${deployedUrl}/sign-in` } } });
    vi.stubEnv('OIDC_ISSUER', issuer.url);
    expect((await signIn(issuer, verified())).session).toBeDefined();
  });

  /** Takes the place of the time limit of five seconds for the issuer, which passes when the test says so. */
  const holdLimit = () => {
    const { timeout } = AbortSignal;
    const limit = new AbortController();
    const spy = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((ms) => (ms === 5_000 ? limit.signal : timeout.call(AbortSignal, ms)));
    onTestFinished(() => spy.mockRestore());
    return async ({ requests }: FakeIssuer, hangsAt: string) => {
      await vi.waitUntil(() => requests.some(({ path }) => path === hangsAt), { timeout: 60_000 });
      limit.abort(new DOMException('The time limit passed.', 'TimeoutError'));
    };
  };

  it('an issuer whose discovery hangs sends the person to our page after five seconds', async () => {
    const hangsAt = '/.well-known/openid-configuration';
    const passLimit = holdLimit();
    const issuer = await start({ hangsAt });
    const [{ status, headers }] = await Promise.all([callHandlers('GET', '/auth/sign-in'), passLimit(issuer, hangsAt)]);
    expect([status, headers.get('location')]).toEqual([302, `${deployedUrl}/sign-in?error=issuer_error`]);
  });

  it.each(['/token', '/keys'] as const)(
    'an issuer that hangs at %s sends the person to our page after five seconds',
    async (hangsAt) => {
      const passLimit = holdLimit();
      const issuer = await start({ hangsAt });
      const [answer] = await Promise.all([signIn(issuer, verified()), passLimit(issuer, hangsAt)]);
      expect(readError(answer)).toBe('issuer_error');
    },
  );

  it.each([
    ['whose discovery document names another issuer', { metadata: () => ({ issuer: 'https://evil.example' }) }, '1'],
    ['over plain http, unless the local runtime allows it,', {}, ''],
  ])('an issuer %s is refused', async (_, options, allowsInsecure) => {
    await start(options);
    vi.stubEnv('ALLOW_INSECURE_ISSUER', allowsInsecure);
    const { headers } = await callHandlers('GET', '/auth/sign-in');
    expect(headers.get('location')).toBe(`${deployedUrl}/sign-in?error=issuer_error`);
  });
});

describe('what is asked of the issuer', () => {
  it('discovery is asked once for many sign-ins', async () => {
    const issuer = await start();
    for (let count = 0; count < 3; count += 1) await signIn(issuer, verified());
    const paths = issuer.requests.map(({ path }) => path);
    expect(paths.filter((path) => path === '/.well-known/openid-configuration')).toHaveLength(1);
    expect(paths.filter((path) => path === '/keys')).toHaveLength(1);
    expect(paths).not.toContain('/userinfo');
  });

  it('no request uses a connection that the issuer may have closed since', async () => {
    const issuer = await start();
    await signIn(issuer, verified());
    expect(new Set(issuer.requests.map(({ connection }) => connection))).toEqual(new Set(['close']));
  });

  it.each([
    [['client_secret_basic'], 'Basic'],
    [undefined, 'Basic'],
    [['client_secret_post', 'client_secret_basic'], undefined],
  ])('with the methods %j the secret is sent as %s authorization, else in the form', async (methods, scheme) => {
    const issuer = await start({ metadata: () => ({ token_endpoint_auth_methods_supported: methods }) });
    expect((await signIn(issuer, verified())).session).toBeDefined();
    const request = issuer.requests.find(({ path }) => path === '/token');
    expect(request?.authorization?.split(' ')[0]).toBe(scheme);
    expect(request?.form.get('client_secret') ?? null).toBe(scheme === undefined ? client.secret : null);
  });

  it('an issuer without a sign-out page ends with ours', async () => {
    await start({ metadata: () => ({ end_session_endpoint: undefined }) });
    const { json } = await callHandlers<{ data: { url: string } }>('POST', '/auth/sign-out');
    expect(json.data.url).toBe(`${deployedUrl}/sign-in`);
  });
});
