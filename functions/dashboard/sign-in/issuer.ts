import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import * as z from 'zod/mini';
import { clock } from '../../platform/clock.ts';
import { env } from '../../platform/env.ts';
import { readSecret } from '../../platform/secrets.ts';

const timeoutSeconds = 5;

/** The issuer's keys have a cache of their own, which is refreshed when a token names an unknown key. */
const maxAgeMs = 60 * 60 * 1000;

interface Cached {
  key: string;
  fetchedAtMs: number;
  configuration: Promise<Configuration>;
}

let cached: Cached | undefined;

/** Endpoints come from discovery: they may be on another host than the issuer. */
export const discoverIssuer = async (): Promise<Configuration> => {
  const { client_secret: secret } = z.parse(clientSecret, JSON.parse(await readSecret('oidc')));
  const key = JSON.stringify([env.oidcIssuer(), env.oidcClientId(), secret]);
  if (cached?.key === key && clock.now() - cached.fetchedAtMs < maxAgeMs) return cached.configuration;
  const fetched: Cached = { key, fetchedAtMs: clock.now(), configuration: fetchConfiguration(secret) };
  cached = fetched;
  fetched.configuration.catch(() => {
    if (cached === fetched) cached = undefined;
  });
  return fetched.configuration;
};

const clientSecret = z.object({ client_secret: z.string().check(z.minLength(1)) });

const fetchConfiguration = (secret: string): Promise<Configuration> =>
  discovery(new URL(env.oidcIssuer()), env.oidcClientId(), { client_secret: secret }, authenticateClient(secret), {
    timeout: timeoutSeconds,
    [customFetch]: fetchOnce,
    execute: [enableNonRepudiationChecks, ...(env.allowsInsecureIssuer() ? [allowInsecureRequests] : [])],
  });

/**
 * On a connection of its own: one that is kept may be closed by the issuer while the function is frozen between two
 * sign-ins, and a code that was sent on it cannot be sent again.
 */
const fetchOnce: CustomFetch = (url, options) =>
  fetch(url, { ...options, headers: { ...options.headers, connection: 'close' } } as RequestInit);

/** Without a list, OpenID Connect says that the issuer takes only Basic. */
const authenticateClient =
  (secret: string): ClientAuth =>
  (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = methods.includes('client_secret_post') ? ClientSecretPost(secret) : ClientSecretBasic(secret);
    return authenticate(server, ...request);
  };
