import * as z from 'zod';
import { AdminError } from '../admin-error.ts';

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

const readStackSettings = async (StackName: string): Promise<SignInSettings> => {
  const { CloudFormationClient, DescribeStacksCommand } = await import('@aws-sdk/client-cloudformation');
  const { Stacks: [stack] = [] } = await new CloudFormationClient()
    .send(new DescribeStacksCommand({ StackName }))
    .catch((error: unknown) => {
      if (!(error instanceof Error && error.message.includes('does not exist'))) throw error;
      throw new AdminError('no_dashboard', `The environment has no dashboard: the stack ${StackName} does not exist.`);
    });
  const readOutput = (name: string): string => {
    const value = stack?.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue;
    if (value) return value;
    throw new AdminError('no_dashboard', `The stack ${StackName} has no output ${name}; deploy the dashboard again.`);
  };
  return {
    dashboardUrl: readOutput('DashboardUrl'),
    issuer: readOutput('OidcIssuer'),
    clientId: readOutput('OidcClientId'),
    secretId: readOutput('OidcSecretArn'),
  };
};
