import { onTestFinished, vi } from 'vitest';
import { startSecretsManager } from '../../tools/local/engines/secrets-manager.ts';
import { callDashboard } from './dashboard.ts';

export const client = { id: 'dashboard', secret: 'the-secret-of-the-client' };

const secretId = 'arn:aws:secretsmanager:eu-central-1:000000000000:secret:oidc';

/** Serves the client's secret from here on; the running service has no secret of an issuer. */
export const serveClientSecret = async (): Promise<() => Promise<void>> => {
  const secrets = new Map([[secretId, JSON.stringify({ client_secret: client.secret })]]);
  const { endpoint, stop } = await startSecretsManager(
    { find: (id) => secrets.get(id), put: (id, value) => void secrets.set(id, value) },
    process.env['AWS_ACCESS_KEY_ID'] ?? '',
  );
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint,
    OIDC_SECRET_ID: secretId,
    OIDC_CLIENT_ID: client.id,
    ALLOW_INSECURE_ISSUER: '1',
  });
  return stop;
};

export const trustIssuer = (url: string): void => {
  vi.stubEnv('OIDC_ISSUER', url);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
};

const signInCookieName = '__Host-switchboard_sign_in';

const readSetCookie = (cookies: string[], name: string): string | undefined =>
  cookies
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1)
    .split(';')[0];

/** Opens the sign-in page in a browser without cookies. */
export const startSignIn = async (returnTo?: string) => {
  const query = returnTo === undefined ? '' : `?${new URLSearchParams({ return_to: returnTo })}`;
  const { status, headers, cookies } = await callDashboard('GET', `/auth/sign-in${query}`);
  return {
    status,
    cookies,
    url: new URL(headers.get('location') ?? ''),
    handle: readSetCookie(cookies, signInCookieName) ?? '',
  };
};

/** The issuer sends the browser back. */
export const completeSignIn = async (
  query: Record<string, string> | URLSearchParams,
  { handle, session }: { handle?: string; session?: string },
) => {
  const { status, headers, cookies, text } = await callDashboard(
    'GET',
    `/auth/callback?${new URLSearchParams(query)}`,
    {
      session,
      cookies: handle === undefined ? {} : { [signInCookieName]: handle },
      headers: { 'sec-fetch-site': 'cross-site' },
    },
  );
  return {
    status,
    text,
    cookies,
    headers,
    location: headers.get('location') ?? '',
    session: readSetCookie(cookies, '__Host-switchboard'),
  };
};
