import { randomBytes } from 'node:crypto';
import { nowSeconds } from '../../platform/clock.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import { putSignIn, removeSignIn } from '../../table/members/sessions.ts';

/** Passed from the start of a sign-in to its callback. */
export interface SignIn {
  state: string;
  nonce: string;
  codeVerifier: string;
  returnTo: string;
}

const signInSeconds = 10 * 60;

export const beginSignIn = async ({
  state,
  nonce,
  codeVerifier,
  returnTo,
}: SignIn): Promise<{ handle: string; expiresInSeconds: number }> => {
  const handle = randomBytes(32).toString('base64url');
  await putSignIn(sha256Hex(handle), {
    state,
    nonce,
    code_verifier: codeVerifier,
    return_to: returnTo,
    expires: nowSeconds() + signInSeconds,
  });
  return { handle, expiresInSeconds: signInSeconds };
};

/** Works once, within ten minutes. */
export const takeSignIn = async (handle: string): Promise<SignIn | undefined> => {
  const signIn = await removeSignIn(sha256Hex(handle));
  if (!signIn || signIn.expires <= nowSeconds()) return undefined;
  const { state, nonce, code_verifier, return_to } = signIn;
  return { state, nonce, codeVerifier: code_verifier, returnTo: return_to };
};
