import { generateKeyPair, randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { type ClientMetadata, type Configuration, type KoaContextWithOIDC, Provider } from 'oidc-provider';
// @ts-expect-error It has no types. Named here, because the library prints a notice if it is left to it.
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
import { explainForeignHost, explainForeignRequest } from '../../loopback/foreign-request.ts';
import { errorPage, type Page, pageHeaders, renderPage, signedOutPage, signOutPage } from './pages.ts';
import { answerSignIn, createDirectory, type Directory, type Person, type SignInContext } from './sign-in.ts';

export interface IssuerOptions {
  client: IssuerClient;
  /** The buttons of the sign-in page. */
  people: Person[];
}

/** An OpenID Connect issuer. Its keys and sessions end with it. */
export const createIssuer = async (url: string, { client, people }: IssuerOptions): Promise<RequestListener> => {
  const directory = createDirectory();
  const provider = new Provider(url, createConfiguration(client, directory, await createSigningKey()));
  const context = { provider, people, directory, clientOrigins: clientOrigins(client) };
  const answerProtocol = provider.callback();
  return (request, response) => {
    answerRequest(request, response, context, answerProtocol).catch((error) => {
      if (request.complete) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
      response.destroy();
    });
  };
};

const answerRequest = async (
  request: IncomingMessage,
  response: ServerResponse,
  context: SignInContext,
  answerProtocol: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<void> => {
  const { method = 'GET', url = '/' } = request;
  // Sign-in begins on another site, the dashboard, so only a form must come from a page of the issuer.
  const fault = method === 'POST' ? explainForeignRequest(request) : explainForeignHost(request);
  if (fault !== undefined) {
    response.writeHead(403, { 'Content-Type': 'application/json' }).end(JSON.stringify({ message: fault }));
    return;
  }
  if (url.startsWith('/interaction/')) await answerSignIn(request, response, context);
  else await answerProtocol(request, response);
};

interface IssuerClient {
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

const createConfiguration = (client: IssuerClient, directory: Directory, signingKey: SigningKey): Configuration => {
  const origins = clientOrigins(client);
  const show = (context: KoaContextWithOIDC, page: Page): void => {
    context.set(pageHeaders(page, origins));
    context.body = renderPage(page);
  };
  return {
    adapter: createMemoryAdapter(),
    clients: [toClientMetadata(client)],
    jwks: { keys: [signingKey] },
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

const clientOrigins = ({ redirectUris, postLogoutRedirectUris }: IssuerClient): string[] => [
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

type SigningKey = Awaited<ReturnType<typeof createSigningKey>>;

const createSigningKey = async () => ({
  ...(await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })).privateKey.export({ format: 'jwk' }),
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
