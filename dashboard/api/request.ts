import { problemOf, unreachable } from './problem.ts';

export const signInPage = '/sign-in';

export const send = async (url: string, init: RequestInit): Promise<unknown> => bodyOf(await request(url, init));

/** Throws an ApiProblem for everything but success and "not modified". */
export const request = async (url: string, init: RequestInit): Promise<Response> => {
  const response = await fetch(url, init).catch((cause: unknown) => {
    throw init.signal?.aborted ? cause : unreachable(cause);
  });
  if (response.status === 401) {
    goToSignIn();
    return leaving();
  }
  if (response.ok || response.status === 304) {
    wasSignedIn = true;
    return response;
  }
  throw problemOf(response.status, await bodyOf(response), response.headers.get('x-request-id') ?? undefined);
};

export const bodyOf = (response: Response): Promise<unknown> => response.json().catch(() => undefined);

/** A first visit needs no word about a session that ended. */
let wasSignedIn = false;
let isSigningOut = false;

/** The browser is on its way to the issuer's sign-out page, so a read that gets a 401 must not navigate elsewhere. */
export const setSigningOut = (value: boolean): void => {
  isSigningOut = value;
};

const tabs = 'switchboard.session';

/** The other tabs share the session, so they learn at once that it is over. */
export const announceEnd = (): void => new BroadcastChannel(tabs).postMessage('ended');

export const followOtherTabs = (): void => new BroadcastChannel(tabs).addEventListener('message', goToSignIn);

/** The person comes back to the page that they were on. */
const goToSignIn = (): void => {
  const { pathname, search } = window.location;
  if (isSigningOut || pathname === signInPage) return;
  const query = new URLSearchParams({
    ...(pathname === '/' ? {} : { return_to: pathname + search }),
    ...(wasSignedIn ? { reason: 'ended' } : {}),
  });
  window.location.assign(`${signInPage}?${query}`.replace(/\?$/, ''));
};

/** The browser is about to load another page, so nothing that waits for the response may continue. */
const leaving = () => new Promise<never>(() => undefined);
