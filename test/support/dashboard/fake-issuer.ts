import { createHash, createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve } from '../network/serve.ts';

export interface FakeIssuerOptions {
  clientId: string;
  clientSecret: string;
  /** Changes the discovery document. A field that is undefined is left out. */
  metadata?: (origins: { issuer: string; other: string }) => Record<string, unknown>;
  /** Replaces the answer of the token endpoint, whatever the code. */
  tokenAnswer?: { status: number; type: string; body: string };
  userInfo?: Record<string, unknown>;
  /** Requests of this path get no response. */
  hangsAt?: '/.well-known/openid-configuration' | '/token' | '/keys';
}

interface IssuedCode {
  challenge: string;
  redirectUri: string;
  claims: Record<string, unknown>;
  header?: Record<string, unknown>;
  tamper?: (token: string) => string;
}

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = { ...createPublicKey(keys.privateKey).export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' };

/** Plays an issuer that deviates from the standard, or lies. Codes work once, with the right verifier and secret. */
export const startFakeIssuer = async (options: FakeIssuerOptions) => {
  const codes = new Map<string, IssuedCode>();
  const requests: {
    path: string;
    authorization: string | undefined;
    connection: string | undefined;
    form: URLSearchParams;
  }[] = [];
  const { url, stop } = await serve(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://issuer');
    const form = new URLSearchParams(await text(request));
    const { authorization, connection } = request.headers;
    requests.push({ path: pathname, authorization, connection, form });
    if (pathname === options.hangsAt) return;
    const { status, type, body } = answer(pathname, request, form);
    response.writeHead(status, { 'Content-Type': type }).end(body);
  });
  const other = url.replace('127.0.0.1', 'localhost');

  const answer = (path: string, { headers }: IncomingMessage, form: URLSearchParams) => {
    if (path === '/.well-known/openid-configuration') return json(200, metadata());
    if (path === '/keys') return json(200, { keys: [jwk] });
    if (path === '/token') return options.tokenAnswer ?? redeem(headers.authorization, form);
    if (path === '/userinfo' && options.userInfo) return json(200, options.userInfo);
    return json(404, {});
  };

  const metadata = () => ({
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    userinfo_endpoint: `${url}/userinfo`,
    end_session_endpoint: `${url}/logout`,
    jwks_uri: `${url}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    ...options.metadata?.({ issuer: url, other }),
  });

  const redeem = (authorization: string | undefined, form: URLSearchParams) => {
    const code = form.get('code') ?? '';
    const issued = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const basic = Buffer.from((authorization ?? '').replace('Basic ', ''), 'base64').toString();
    const [id, secret] = basic.split(':').map(decodeURIComponent);
    const isClient =
      (id === options.clientId && secret === options.clientSecret) ||
      form.get('client_secret') === options.clientSecret;
    if (!isClient) return json(401, { error: 'invalid_client' });
    if (issued?.challenge !== challenge || issued.redirectUri !== form.get('redirect_uri')) {
      return json(400, { error: 'invalid_grant', error_description: 'The text of the issuer.' });
    }
    const token = signToken({ alg: 'RS256', kid: 'one', ...issued.header }, issued.claims);
    return json(200, { access_token: randomUUID(), token_type: 'Bearer', id_token: issued.tamper?.(token) ?? token });
  };

  /** Does with an authorization URL what the issuer's page would: returns the query of the callback. */
  const approve = (
    authorizationUrl: URL,
    claims: Record<string, unknown>,
    change: Pick<IssuedCode, 'header' | 'tamper'> = {},
  ): { code: string; state: string } => {
    const read = (name: string): string => authorizationUrl.searchParams.get(name) ?? '';
    const code = randomUUID();
    const now = Math.floor(Date.now() / 1000);
    codes.set(code, {
      challenge: read('code_challenge'),
      redirectUri: read('redirect_uri'),
      claims: {
        iss: url,
        aud: options.clientId,
        sub: 'subject',
        iat: now,
        exp: now + 300,
        nonce: read('nonce'),
        ...claims,
      },
      ...change,
    });
    return { code, state: read('state') };
  };

  return { url, other, requests, approve, stop };
};

const json = (status: number, body: unknown) => ({ status, type: 'application/json', body: JSON.stringify(body) });

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const signToken = (header: Record<string, unknown>, claims: Record<string, unknown>): string => {
  const content = `${encode(header)}.${encode(claims)}`;
  return `${content}.${sign('sha256', Buffer.from(content), keys.privateKey).toString('base64url')}`;
};
