/** Keeps the cookies of one browser. The dashboard and the issuer are on one host, so they share them. */
export const createBrowser = () => {
  const cookies = new Map<string, string>();
  const visit = async (url: string | URL, form?: Record<string, string>): Promise<Response> => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: cookieHeader() },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const cookieHeader = (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return { visit, cookieHeader };
};

export type Browser = ReturnType<typeof createBrowser>;

export const locationOf = (response: Response): URL => new URL(response.headers.get('location') ?? '', response.url);

/** Fills in the issuer's sign-in page and returns the URL of the callback, with code and state. */
export const signInAtIssuer = async (
  { visit }: Browser,
  authorizationUrl: string | URL,
  form: Record<string, string>,
): Promise<URL> => {
  const { origin } = new URL(authorizationUrl);
  let next = locationOf(await visit(authorizationUrl));
  if (next.pathname.startsWith('/interaction/')) next = locationOf(await visit(next, form));
  while (next.origin === origin) next = locationOf(await visit(next));
  return next;
};
