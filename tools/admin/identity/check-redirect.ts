import { Fault, get } from './fault.ts';

/** The issuer shows its own page, or leads to one, unless it does not know the redirect URI. */
export const checkRedirect = async (dashboardUrl: string, authorization: URL): Promise<void> => {
  const response = await get(authorization);
  const target = URL.parse(response.headers.get('location') ?? '', authorization.href);
  const error = target?.searchParams.get('error');
  if (response.status < 400 && !error) return;
  const reason = error ? `"${error}"` : `status ${response.status}`;
  throw new Fault(`The issuer refuses the sign-in (${reason}). Register ${dashboardUrl}/auth/callback there.`);
};
