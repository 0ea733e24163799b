import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';
import type { SignInSettings } from './sign-in-settings.ts';

export interface CheckedStep {
  step: string;
  /** Null if the step works. */
  fault: string | null;
}

/** Walks through a sign-in as far as nobody's password is needed. A step after a fault that it needs is left out. */
export const checkIdentity = async (settings: SignInSettings): Promise<CheckedStep[]> => {
  const steps: CheckedStep[] = [];
  const check = async <Found>(step: string, find: () => Promise<Found>): Promise<Found | undefined> => {
    try {
      const found = await find();
      steps.push({ step, fault: null });
      return found;
    } catch (error) {
      steps.push({ step, fault: error instanceof Fault ? error.message : `The request failed: ${explain(error)}.` });
      return undefined;
    }
  };
  const metadata = await check('discovery', () => fetchMetadata(settings));
  if (metadata) {
    await check('keys', () => checkKeys(metadata));
    await check('client secret', () => checkSecret(settings, metadata));
  }
  const authorization = await check('start of a sign-in', () => startSignIn(settings));
  if (authorization) await check('redirect URI', () => checkRedirect(settings.dashboardUrl, authorization));
  return steps;
};

const explain = (error: unknown): string => {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
};

const discovered = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});

type Metadata = z.output<typeof discovered>;

const fetchMetadata = async ({ issuer }: SignInSettings): Promise<Metadata> => {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await get(url);
  if (response.status !== 200) throw new Fault(`${url} answers ${response.status}. Check the issuer's URL.`);
  const { data, error } = discovered.safeParse(await response.json().catch(() => undefined));
  if (!data)
    throw new Fault(`${url} is no discovery document: ${error.issues[0]?.path.join('.') || 'no JSON object'}.`);
  if (data.issuer === issuer) return data;
  throw new Fault(
    `The issuer calls itself "${data.issuer}" and not "${issuer}". Use its own spelling in the settings.`,
  );
};

const keySet = z.object({ keys: z.array(z.object({ kty: z.string(), use: z.string().optional() })) });

const checkKeys = async ({ jwks_uri: url }: Metadata): Promise<void> => {
  const response = await get(url);
  const { data } = keySet.safeParse(await response.json().catch(() => undefined));
  const usable = data?.keys.filter(({ kty, use = 'sig' }) => kty !== 'oct' && use === 'sig') ?? [];
  if (usable.length === 0) throw new Fault(`${url} has no key that signs tokens (status ${response.status}).`);
};

/** Redeems a code that does not exist: an issuer that knows the client complains about the code. */
const checkSecret = async ({ clientId, secretId }: SignInSettings, metadata: Metadata): Promise<void> => {
  const secret = await readClientSecret(secretId);
  const { token_endpoint: url, token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = metadata;
  const isPost = methods.includes('client_secret_post');
  const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`).toString('base64');
  const response = await fetch(url, {
    method: 'POST',
    signal: AbortSignal.timeout(timeoutMs),
    headers: isPost ? {} : { Authorization: `Basic ${basic}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: 'identity-check',
      redirect_uri: 'https://identity-check.invalid/',
      code_verifier: 'identity-check-identity-check-identity-check',
      ...(isPost ? { client_id: clientId, client_secret: secret } : {}),
    }),
  });
  const { error } = Object((await response.json().catch(() => ({}))) as unknown);
  if (error === 'invalid_grant') return;
  if (error !== 'invalid_client') throw new Fault(`${url} answers ${response.status} to a code that does not exist.`);
  throw new Fault(`The issuer refuses the client ${clientId} or its secret. Store the issuer's secret in ${secretId}.`);
};

const clientSecret = z.object({ client_secret: z.string().min(1) });

const readClientSecret = async (SecretId: string): Promise<string> => {
  const { SecretString: text = '' } = await new SecretsManagerClient().send(new GetSecretValueCommand({ SecretId }));
  try {
    return clientSecret.parse(JSON.parse(text)).client_secret;
  } catch {
    throw new Fault(`The secret ${SecretId} is not {"client_secret":"…"}.`);
  }
};

const startSignIn = async ({ dashboardUrl, clientId }: SignInSettings): Promise<URL> => {
  const response = await get(`${dashboardUrl}/auth/sign-in`);
  const target = URL.parse(response.headers.get('location') ?? '');
  const error = target?.searchParams.get('error');
  if (error) throw new Fault(`The dashboard cannot start a sign-in: ${error}. The log of signIn has the reason.`);
  if (response.status === 302 && target?.searchParams.get('client_id') === clientId) return target;
  throw new Fault(`${dashboardUrl}/auth/sign-in answers ${response.status} and not the way to the issuer.`);
};

/** The issuer shows its own page, or leads to one, unless it does not know the redirect URI. */
export const checkRedirect = async (dashboardUrl: string, authorization: URL): Promise<void> => {
  const response = await get(authorization);
  const target = URL.parse(response.headers.get('location') ?? '', authorization.href);
  const error = target?.searchParams.get('error');
  if (response.status < 400 && !error) return;
  const reason = error ? `"${error}"` : `status ${response.status}`;
  throw new Fault(`The issuer refuses the sign-in (${reason}). Register ${dashboardUrl}/auth/callback there.`);
};

/** The message says in one sentence or two what is wrong and what to do about it. */
class Fault extends Error {}

const timeoutMs = 5_000;

const get = (url: string | URL): Promise<Response> =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
