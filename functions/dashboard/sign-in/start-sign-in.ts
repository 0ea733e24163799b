import type { APIGatewayProxyEvent } from 'aws-lambda';
import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { beginSignIn } from '../../domain/members/sign-ins.ts';
import { setSignInCookie } from '../cookies.ts';
import { discoverIssuer } from './issuer.ts';
import { handleNavigation, pageUrl, redirect, SignInError } from './navigation.ts';
import { toReturnPath } from './return-path.ts';

export const handler = handleNavigation('startSignIn', async (event: APIGatewayProxyEvent) => {
  const configuration = await discoverIssuer().catch((error: unknown) => {
    throw new SignInError('issuer_error', error);
  });
  const [state, nonce, codeVerifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
  const returnTo = toReturnPath(event.queryStringParameters?.['return_to']);
  const { handle, expiresInSeconds } = await beginSignIn({ state, nonce, codeVerifier, returnTo });
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: pageUrl('/auth/callback').href,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  });
  return redirect(url, [setSignInCookie(handle, expiresInSeconds)]);
});
