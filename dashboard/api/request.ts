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
  if (response.ok || response.status === 304) return response;
  throw problemOf(response.status, await bodyOf(response), response.headers.get('x-request-id') ?? undefined);
};

export const bodyOf = (response: Response): Promise<unknown> => response.json().catch(() => undefined);

let isSigningOut = false;

/** The browser is on its way to the issuer's sign-out page, so a read that gets a 401 must not navigate elsewhere. */
export const setSigningOut = (value: boolean): void => {
  isSigningOut = value;
};

/** The person comes back to the page that they were on. */
const goToSignIn = (): void => {
  const { pathname, search } = window.location;
  if (isSigningOut || pathname === signInPage) return;
  const query = pathname === '/' ? '' : `?${new URLSearchParams({ return_to: pathname + search })}`;
  window.location.assign(`${signInPage}${query}`);
};

/** The browser is about to load another page, so nothing that waits for the response may continue. */
const leaving = () => new Promise<never>(() => undefined);
