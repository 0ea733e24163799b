import { inject } from 'vitest';
import { newId } from '../../../functions/platform/ids.ts';
import { createBrowser, signInAtIssuer } from '../../../tools/local/issuer/browser.ts';
import { callDashboard } from './dashboard.ts';

type Call = typeof callDashboard;

const readSetCookie = (cookies: string[], name: string): string | undefined =>
  cookies
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1)
    .split(';')[0];

/** The two requests of a sign-in, sent by the given function. */
export const createSignIn = (call: Call, cookiePrefix: '' | '__Host-') => ({
  /** Opens the sign-in page in a browser without cookies. */
  startSignIn: async (returnTo?: string) => {
    const query = returnTo === undefined ? '' : `?${new URLSearchParams({ return_to: returnTo })}`;
    const { status, headers, cookies } = await call('GET', `/auth/sign-in${query}`);
    return {
      status,
      cookies,
      url: new URL(headers.get('location') ?? ''),
      handle: readSetCookie(cookies, `${cookiePrefix}switchboard_sign_in`) ?? '',
    };
  },
  /** The issuer sends the browser back. */
  completeSignIn: async (
    query: Record<string, string> | URLSearchParams,
    { handle, session }: { handle?: string; session?: string },
  ) => {
    const { status, headers, cookies, text } = await call('GET', `/auth/callback?${new URLSearchParams(query)}`, {
      session,
      cookies: handle === undefined ? {} : { [`${cookiePrefix}switchboard_sign_in`]: handle },
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    return {
      status,
      text,
      cookies,
      headers,
      location: headers.get('location') ?? '',
      session: readSetCookie(cookies, `${cookiePrefix}switchboard`),
    };
  },
});

/** These sign in at the running service. */
export const { startSignIn, completeSignIn } = createSignIn(callDashboard, '');

export type CompletedSignIn = Awaited<ReturnType<typeof completeSignIn>>;

export const newForm = () => ({ email: `${newId()}@example.com`, name: 'Ana', verified: 'yes' });

/** Signs in as far as the issuer's redirect back to the dashboard. */
export const approve = async (form: Record<string, string> = newForm(), returnTo?: string) => {
  const started = await startSignIn(returnTo);
  if (started.url.origin !== inject('service').issuerUrl) throw new Error(`${started.url} is not at the issuer.`);
  const callback = await signInAtIssuer(createBrowser(), started.url, form);
  return { ...started, query: callback.searchParams };
};

export const signIn = async (form = newForm(), returnTo?: string): Promise<CompletedSignIn> => {
  const { query, handle } = await approve(form, returnTo);
  return completeSignIn(query, { handle });
};
