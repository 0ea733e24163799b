import { type RemovalPolicy, SecretValue } from 'aws-cdk-lib';
import { CfnManagedLoginBranding, CfnUserPoolClient, type IUserPool } from 'aws-cdk-lib/aws-cognito';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { type ISecret, Secret, type SecretProps } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { OwnIssuer } from './settings.ts';

/** The variables and the secret with which `signIn` reaches the issuer. */
export interface Issuer {
  url: string;
  clientId: string;
  trustsEmail?: true | undefined;
  secret: ISecret;
}

export interface IssuerProps {
  dashboardUrl: string;
  key: IKey | undefined;
  removalPolicy: RemovalPolicy;
}

export const issuerEnvironment = ({ url, clientId, trustsEmail }: Issuer): Record<string, string> => ({
  OIDC_ISSUER: url,
  OIDC_CLIENT_ID: clientId,
  ...(trustsEmail ? { TRUST_ISSUER_EMAIL: '1' } : {}),
});

/** The client's secret goes from Cognito to Secrets Manager without passing through the template. */
export const addCognitoClient = (
  scope: Construct,
  userPool: IUserPool & { userPoolProviderUrl: string },
  props: IssuerProps,
): Issuer => {
  const client = new CfnUserPoolClient(scope, 'Client', {
    userPoolId: userPool.userPoolId,
    generateSecret: true,
    callbackUrLs: [`${props.dashboardUrl}/auth/callback`],
    logoutUrLs: [`${props.dashboardUrl}/`, `${props.dashboardUrl}/sign-in`],
    allowedOAuthFlowsUserPoolClient: true,
    allowedOAuthFlows: ['code'],
    // aws.cognito.signin.user.admin is left out, so a token of ours cannot change the person.
    allowedOAuthScopes: ['openid', 'email', 'profile'],
    supportedIdentityProviders: ['COGNITO'],
    // Passkeys need USER_AUTH; refresh tokens are never kept.
    explicitAuthFlows: ['ALLOW_USER_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    readAttributes: ['email', 'email_verified', 'name'],
    writeAttributes: ['email', 'name'],
    preventUserExistenceErrors: 'ENABLED',
    enableTokenRevocation: true,
    accessTokenValidity: 5,
    idTokenValidity: 5,
    refreshTokenValidity: 60,
    tokenValidityUnits: { accessToken: 'minutes', idToken: 'minutes', refreshToken: 'minutes' },
  });
  // Managed login shows no page for a client without a style.
  new CfnManagedLoginBranding(scope, 'Branding', {
    userPoolId: userPool.userPoolId,
    clientId: client.ref,
    useCognitoProvidedValues: true,
  });
  const secret = addOidcSecret(scope, props, {
    secretObjectValue: { client_secret: SecretValue.resourceAttribute(client.attrClientSecret) },
  });
  return { url: userPool.userPoolProviderUrl, clientId: client.ref, secret };
};

/** The operator replaces the generated secret with the one of the issuer. */
export const addOwnIssuer = (
  scope: Construct,
  { url, clientId, trustsEmail }: OwnIssuer,
  props: IssuerProps,
): Issuer => ({
  url,
  clientId,
  trustsEmail,
  secret: addOidcSecret(scope, props, {
    generateSecretString: { secretStringTemplate: '{}', generateStringKey: 'client_secret', excludePunctuation: true },
  }),
});

const addOidcSecret = (scope: Construct, { key, removalPolicy }: IssuerProps, value: SecretProps): Secret =>
  new Secret(scope, 'OidcSecret', {
    description: "The dashboard's client secret at its OIDC issuer",
    ...(key === undefined ? {} : { encryptionKey: key }),
    removalPolicy,
    ...value,
  });
