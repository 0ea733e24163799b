import { describe, expect, it } from 'vitest';
import { dashboardEnvironments, ownIssuer } from '../fixture/dashboard-environments.ts';
import { listFunctions } from '../fixture/functions.ts';
import { listResources, readDashboardStacks } from '../fixture/stacks.ts';

const variablesOf = (environment: keyof typeof dashboardEnvironments) =>
  listFunctions(readDashboardStacks(environment).dashboard).get('signIn')?.['Properties'].Environment.Variables;

describe.each(['plain', 'full'] as const)('Cognito as the issuer of %s', (environment) => {
  const { data, dashboard } = readDashboardStacks(environment);
  const url: string = variablesOf(environment).DASHBOARD_URL;
  const { removalPolicy, deletionProtection, dashboard: settings } = dashboardEnvironments[environment];

  it('the client takes only the code flow, back to the dashboard, with tokens of five minutes', () => {
    dashboard.resourceCountIs('AWS::Cognito::UserPoolClient', 1);
    dashboard.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      UserPoolId: '<UserPool>',
      GenerateSecret: true,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email', 'profile'],
      CallbackURLs: [`${url}/auth/callback`],
      LogoutURLs: [`${url}/`, `${url}/sign-in`],
      AccessTokenValidity: 5,
      IdTokenValidity: 5,
      PreventUserExistenceErrors: 'ENABLED',
    });
    dashboard.hasResourceProperties('AWS::Cognito::ManagedLoginBranding', { ClientId: '<Client>' });
  });

  it('signIn gets issuer, client and secret, and the template shows no secret value', () => {
    expect(variablesOf(environment)).toMatchObject({
      OIDC_ISSUER: '<UserPool.ProviderURL>',
      OIDC_CLIENT_ID: '<Client>',
      OIDC_SECRET_ID: '<OidcSecret>',
    });
    const secrets = listResources(dashboard, 'AWS::SecretsManager::Secret').map(({ Properties }) => Properties);
    expect(secrets).toEqual([
      expect.objectContaining({
        ...(environment === 'full' ? { KmsKeyId: '<TableKey.Arn>' } : {}),
        SecretString: '{"client_secret":"<Client.ClientSecret>"}',
      }),
    ]);
  });

  it('people sign in with passkey or password under a verified address, which changes only with proof', () => {
    data.hasResourceProperties('AWS::Cognito::UserPool', {
      UserPoolTier: 'ESSENTIALS',
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      AutoVerifiedAttributes: ['email'],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
      Policies: { SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'WEB_AUTHN'] } },
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: !settings.signUp },
      MfaConfiguration: settings.mfa === 'required' ? 'ON' : 'OPTIONAL',
      WebAuthnUserVerification: 'required',
    });
    data.hasResourceProperties('AWS::Cognito::UserPoolDomain', {
      Domain: `switchboard-${environment}-<AWS::AccountId>`,
      ManagedLoginVersion: 2,
    });
  });

  it('the people outlive the stack where its data do', () => {
    data.hasResource('AWS::Cognito::UserPool', {
      DeletionPolicy: removalPolicy === 'retain' ? 'Retain' : 'Delete',
      Properties: { DeletionProtection: deletionProtection ? 'ACTIVE' : 'INACTIVE' },
    });
  });
});

describe('an issuer of our own', () => {
  const { data, service, dashboard } = readDashboardStacks('federated');

  it('nothing of Cognito is deployed', () => {
    for (const template of [data, service, dashboard])
      expect(JSON.stringify(template.toJSON())).not.toContain('AWS::Cognito');
  });

  it('signIn gets the issuer of the settings and a secret that the operator fills in', () => {
    expect(variablesOf('federated')).toMatchObject({
      OIDC_ISSUER: ownIssuer.url,
      OIDC_CLIENT_ID: ownIssuer.clientId,
      OIDC_SECRET_ID: '<OidcSecret>',
      TRUST_ISSUER_EMAIL: '1',
    });
    dashboard.hasResourceProperties('AWS::SecretsManager::Secret', {
      GenerateSecretString: { GenerateStringKey: 'client_secret', SecretStringTemplate: '{}' },
    });
  });
});
