import * as z from 'zod';
import { AdminError } from '../admin-error.ts';
import { findOutput, findStack } from '../stacks.ts';

/** How the dashboard signs people in, as its stack or the local service says. */
export interface SignInSettings {
  dashboardUrl: string;
  issuer: string;
  clientId: string;
  secretId: string;
}

export const readSignInSettings = async (): Promise<SignInSettings> => {
  const stack = process.env['DASHBOARD_STACK'];
  return stack === undefined ? readLocalSettings() : readStackSettings(stack);
};

const localSettings = z.object({
  DASHBOARD_URL: z.string(),
  OIDC_ISSUER: z.string(),
  OIDC_CLIENT_ID: z.string(),
  OIDC_SECRET_ID: z.string(),
});

const readLocalSettings = (): SignInSettings => {
  const found = localSettings.safeParse(process.env).data;
  if (!found)
    throw new AdminError('no_dashboard', 'The local service runs without the dashboard; leave out DASHBOARD=0.');
  const {
    DASHBOARD_URL: dashboardUrl,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_SECRET_ID: secretId,
  } = found;
  return { dashboardUrl, issuer, clientId, secretId };
};

const readStackSettings = async (stackName: string): Promise<SignInSettings> => {
  const stack = await findStack(stackName);
  if (!stack)
    throw new AdminError('no_dashboard', `The environment has no dashboard: the stack ${stackName} does not exist.`);
  const readOutput = (name: string): string => {
    const value = findOutput(stack, name);
    if (value) return value;
    throw new AdminError('no_dashboard', `The stack ${stackName} has no output ${name}; deploy the dashboard again.`);
  };
  return {
    dashboardUrl: readOutput('DashboardUrl'),
    issuer: readOutput('OidcIssuer'),
    clientId: readOutput('OidcClientId'),
    secretId: readOutput('OidcSecretArn'),
  };
};
