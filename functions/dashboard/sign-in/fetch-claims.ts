import type { APIGatewayProxyEvent } from 'aws-lambda';
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  type Configuration,
  fetchUserInfo,
  type IDToken,
  type UserInfoResponse,
} from 'openid-client';
import type { SignIn } from '../../domain/members/sign-ins.ts';
import type { Claims } from '../../domain/members/users.ts';
import { env } from '../../platform/env.ts';
import { discoverIssuer } from './issuer.ts';
import { pageUrl, SignInError } from './navigation.ts';

/** Redeems the code of a callback. No token is kept. */
export const fetchClaims = async (event: APIGatewayProxyEvent, signIn: SignIn): Promise<Claims> => {
  const url = toCallbackUrl(event);
  // Another tab of this browser may have started a later sign-in.
  if (url.searchParams.get('state') !== signIn.state) throw new SignInError('expired');
  const { issuer, token, profile } = await redeemCode(url, signIn).catch((error: unknown) => {
    throw toSignInError(error);
  });
  const { email } = profile;
  if (typeof email !== 'string' || !isUsable(email) || !isVerified(profile)) throw new SignInError('unverified_email');
  return { issuer, subject: token.sub, email, name: toName(profile, email) };
};

interface Redeemed {
  issuer: string;
  token: IDToken;
  profile: IDToken | UserInfoResponse;
}

const redeemCode = async (url: URL, { state, nonce, codeVerifier }: SignIn): Promise<Redeemed> => {
  const configuration = await discoverIssuer();
  const tokens = await authorizationCodeGrant(configuration, url, {
    pkceCodeVerifier: codeVerifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const token = tokens.claims();
  if (!token) throw new Error('The issuer sent no ID token.');
  const profile = token['email'] === undefined ? await readProfile(configuration, tokens.access_token, token) : token;
  return { issuer: token.iss, token, profile };
};

const readProfile = async (configuration: Configuration, accessToken: string, token: IDToken) =>
  configuration.serverMetadata().userinfo_endpoint === undefined
    ? token
    : fetchUserInfo(configuration, accessToken, token.sub);

/** Appends the query, as the gateway decoded it, to the one callback URL that the issuer knows. */
const toCallbackUrl = ({ multiValueQueryStringParameters, queryStringParameters }: APIGatewayProxyEvent): URL => {
  const url = pageUrl('/auth/callback');
  for (const [name, values] of Object.entries(multiValueQueryStringParameters ?? queryStringParameters ?? {}))
    for (const value of [values ?? []].flat()) url.searchParams.append(name, value);
  return url;
};

/** The issuer's description may quote an address, and the error itself holds the callback with its code. */
const toSignInError = (error: unknown): SignInError => {
  if (!(error instanceof AuthorizationResponseError)) return new SignInError('issuer_error', error);
  if (error.error === 'access_denied') return new SignInError('canceled');
  const name = /^[a-z_]{1,40}$/.test(error.error) ? error.error : 'with an unknown error';
  return new SignInError('issuer_error', new Error(`The issuer answered ${name}.`));
};

/** Cognito may send the text "true". */
const isVerified = ({ email_verified: verified }: Record<string, unknown>): boolean =>
  verified === true || verified === 'true' || (verified === undefined && env.trustsIssuerEmail());

const emailCharactersMax = 254;
const nameCharactersMax = 200;

/** These characters would break a line, hide text or reverse its direction where the name or address is shown. */
const deceptive = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/gu;

const isUsable = (email: string): boolean =>
  email.length <= emailCharactersMax && /^[^\s@]+@[^\s@]+$/.test(email) && email.search(deceptive) === -1;

/** Cuts a long name between characters, never inside one. */
const toName = ({ name }: Record<string, unknown>, email: string): string => {
  const shown = typeof name === 'string' ? name.toWellFormed().replaceAll(deceptive, ' ').trim() : '';
  return shown === '' ? email : [...shown].slice(0, nameCharactersMax).join('').trim();
};
