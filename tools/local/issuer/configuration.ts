import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Adapter, AdapterPayload, ClientMetadata, Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { errorPage, type Page, pageHeaders, renderPage, signedOutPage, signOutPage } from './pages.ts';
import type { Directory } from './sign-in.ts';

export interface IssuerClient {
  id: string;
  secret: string;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
}

/** A life of its own for each artifact; the library prints a notice for every one that is left to it. */
const ttl = {
  AuthorizationCode: 60,
  AccessToken: 300,
  IdToken: 300,
  Grant: 600,
  Interaction: 3600,
  Session: 12 * 3600,
};

export const createConfiguration = (client: IssuerClient, directory: Directory): Configuration => {
  const origins = clientOrigins(client);
  const show = (context: KoaContextWithOIDC, page: Page): void => {
    context.set(pageHeaders(page, origins));
    context.body = renderPage(page);
  };
  return {
    adapter: createMemoryAdapter(),
    clients: [toClientMetadata(client)],
    jwks: { keys: [createSigningKey()] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Puts the email address into the ID token, as Cognito does, not only into the userinfo response.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    ttl,
    clientBasedCORS: () => false,
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, subject) => {
      const person = directory.find(subject);
      if (person === undefined) return undefined;
      const { email, name, isVerified } = person;
      return { accountId: subject, claims: () => ({ sub: subject, email, name, email_verified: isVerified }) };
    },
    loadExistingGrant,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => show(context, signOutPage(form, 'op.logoutForm')),
        postLogoutSuccessSource: (context) => show(context, signedOutPage),
      },
    },
    renderError: (context, { error, error_description }) => show(context, errorPage(error_description ?? error)),
  };
};

export const clientOrigins = ({ redirectUris, postLogoutRedirectUris }: IssuerClient): string[] => [
  ...new Set([...redirectUris, ...postLogoutRedirectUris].map((uri) => new URL(uri).origin)),
];

const toClientMetadata = ({ id, secret, redirectUris, postLogoutRedirectUris }: IssuerClient): ClientMetadata => ({
  client_id: id,
  client_secret: secret,
  redirect_uris: redirectUris,
  post_logout_redirect_uris: postLogoutRedirectUris,
  grant_types: ['authorization_code'],
  response_types: ['code'],
  token_endpoint_auth_method: 'client_secret_post',
});

const createSigningKey = () => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  use: 'sig',
  alg: 'RS256',
  kid: randomBytes(8).toString('hex'),
});

/** Grants what the client asks for, so there is no consent page. */
const loadExistingGrant: Configuration['loadExistingGrant'] = async ({ oidc }) => {
  const { client, session, provider } = oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
};

interface Entry {
  payload: AdapterPayload;
  expiresMs: number;
}

/** Keeps sessions, codes and tokens until the process ends. */
const createMemoryAdapter = (): ((model: string) => Adapter) => {
  const entries = new Map<string, Entry>();
  const findEntry = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    if (entry === undefined || entry.expiresMs > Date.now()) return entry;
    entries.delete(key);
    return undefined;
  };
  const findKey = (model: string, matches: (payload: AdapterPayload) => boolean): string | undefined =>
    [...entries.keys()].find((key) => {
      const payload = key.startsWith(`${model}:`) ? findEntry(key)?.payload : undefined;
      return payload !== undefined && matches(payload);
    });
  return (model) => {
    const toKey = (id: string): string => `${model}:${id}`;
    return {
      upsert: async (id, payload, expiresInSeconds = Number.POSITIVE_INFINITY) => {
        entries.set(toKey(id), { payload, expiresMs: Date.now() + expiresInSeconds * 1000 });
      },
      find: async (id) => findEntry(toKey(id))?.payload,
      findByUid: async (uid) => entries.get(findKey(model, (payload) => payload.uid === uid) ?? '')?.payload,
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const entry = findEntry(toKey(id));
        if (entry !== undefined) entry.payload = { ...entry.payload, consumed: Math.floor(Date.now() / 1000) };
      },
      destroy: async (id) => void entries.delete(toKey(id)),
      revokeByGrantId: async (grantId) => {
        for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key);
      },
    };
  };
};
