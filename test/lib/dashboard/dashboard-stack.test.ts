import { describe, expect, it } from 'vitest';
import { operations } from '../../../functions/dashboard/operations.ts';
import { deployed } from '../../../functions/deployed.ts';
import { memoryMbOf } from '../../../lib/functions/memory.ts';
import { environments } from '../../../lib/settings.ts';
import { type Alarm, listAlarms } from '../fixture/alarms.ts';
import {
  customDomain,
  dashboardEnvironmentNames,
  dashboardEnvironments,
  ownIssuer,
} from '../fixture/dashboard-environments.ts';
import { listFunctions } from '../fixture/functions.ts';
import { listIds, listResources, readAssemblyFile, readDashboardStacks } from '../fixture/stacks.ts';

const insecureSwitches = ['ALLOW_INSECURE_ISSUER', 'ALLOW_LOCAL_WEBHOOKS', 'SIMULATOR_URL'];

const readTemplates = (environment: string): string[] =>
  Object.keys(JSON.parse(readAssemblyFile(environment, 'manifest.json')).artifacts)
    .filter((name) => /^Switchboard-.*(?<!\.assets)$/.test(name))
    .map((name) => readAssemblyFile(environment, `${name}.template.json`));

describe.each(Object.keys(environments))('%s, whose settings have no dashboard', (environment) => {
  it('there is no dashboard stack, no user pool and no front end', () => {
    const templates = readTemplates(environment);
    expect(templates).toHaveLength(2);
    expect(templates.join()).not.toMatch(/AWS::(Cognito|CloudFront|ApiGatewayV2)::/);
    expect(templates.join().match(/"AWS::S3::Bucket"/g)).toHaveLength(1);
  });
});

describe.each([...Object.keys(environments), ...dashboardEnvironmentNames])('templates of %s', (environment) => {
  it('no template sets a switch that only the local runtime may set', () => {
    for (const name of insecureSwitches) expect(readTemplates(environment).join()).not.toContain(name);
  });
});

describe.each(dashboardEnvironmentNames)('dashboard stack of %s', (environment) => {
  const { dashboard } = readDashboardStacks(environment);
  const settings = dashboardEnvironments[environment];
  const functions = listFunctions(dashboard);

  it('its functions get the settings of sessions and audit log, and an address that starts with https', () => {
    const { idle, absolute } = settings.dashboard.sessionHours;
    const host = environment === 'full' ? customDomain : '<Distribution.DomainName>';
    expect([...functions.keys()].sort()).toEqual(functionNames.toSorted());
    for (const [name, { Properties }] of functions) {
      expect(Properties.Environment.Variables).toMatchObject({
        TABLE_NAME: '<Table>',
        DASHBOARD_URL: `https://${host}`,
        API_BASE_URL: 'https://<Api>.execute-api.<AWS::Region>.<AWS::URLSuffix>/<ApiDeploymentStagev1>',
        SESSION_IDLE_HOURS: String(idle),
        SESSION_ABSOLUTE_HOURS: String(absolute),
        AUDIT_DAYS: String(settings.dashboard.auditDays),
      });
      expect(Properties).toMatchObject({
        MemorySize: memoryMbOf(name, settings),
        Timeout: settings.apiFunction.timeoutSeconds,
      });
    }
  });

  it('its functions know the key with which CloudFront vouches for the address of a browser', () => {
    const template = JSON.parse(readAssemblyFile(environment, `Switchboard-${environment}-dashboard.template.json`));
    const resources: { Type: string; Properties: Record<string, unknown> }[] = Object.values(template.Resources);
    const distribution = resources.find(({ Type }) => Type === 'AWS::CloudFront::Distribution');
    const origins: { OriginCustomHeaders?: unknown }[] = Object(distribution?.Properties['DistributionConfig']).Origins;
    const key = { 'Fn::Select': [2, { 'Fn::Split': ['/', { Ref: 'AWS::StackId' }] }] };
    expect(origins.flatMap(({ OriginCustomHeaders = [] }) => OriginCustomHeaders)).toEqual([
      { HeaderName: 'x-origin-key', HeaderValue: key },
    ]);
    const keys = resources.flatMap(({ Type, Properties }) =>
      Type === 'AWS::Lambda::Function' ? (Object(Properties['Environment']).Variables?.ORIGIN_KEY ?? []) : [],
    );
    expect(keys).toEqual(functionNames.map(() => key));
  });

  it('only signIn knows the issuer and its secret', () => {
    const namesOf = (name: string) => Object.keys(functions.get(name)?.['Properties'].Environment.Variables);
    const ofIssuer = (name: string) => /OIDC|ISSUER/.test(name);
    const expected = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_SECRET_ID'];
    if (environment === 'federated') expected.push('TRUST_ISSUER_EMAIL');
    expect(namesOf('signIn').filter(ofIssuer).sort()).toEqual(expected.sort());
    for (const name of functionNames.filter((name) => name !== 'signIn'))
      expect(namesOf(name).filter(ofIssuer)).toEqual([]);
  });

  it('each function has its own routes of the HTTP API, which send the event of payload 1.0', () => {
    const routes = listResources(dashboard, 'AWS::ApiGatewayV2::Route').map(({ Properties }) => Properties);
    expect(routes.map(({ RouteKey }) => RouteKey).sort()).toEqual(
      deployed.dashboardFunctions.flatMap(({ paths }) => paths.map((path) => `ANY ${path}`)).sort(),
    );
    const suffix = settings.canaryDeploys ? 'Live' : 'Function.Arn';
    const targets = deployed.dashboardFunctions.flatMap(({ name, paths }) => paths.map((path) => ({ name, path })));
    for (const { name, path } of targets) {
      const { Target } = routes.find(({ RouteKey }) => RouteKey === `ANY ${path}`) ?? {};
      const integration = listResources(dashboard, 'AWS::ApiGatewayV2::Integration').find(
        ({ id }) => Target === `integrations/<${id}>`,
      );
      expect(integration?.['Properties']).toMatchObject({
        IntegrationType: 'AWS_PROXY',
        IntegrationUri: `<${name}${suffix}>`,
        PayloadFormatVersion: '1.0',
      });
    }
  });

  it('the stage limits all requests, and those of signing in more', () => {
    dashboard.resourceCountIs('AWS::ApiGatewayV2::Stage', 1);
    dashboard.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      StageName: '$default',
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingRateLimit: 2_000, ThrottlingBurstLimit: 4_000 },
      RouteSettings: { 'ANY /auth/{proxy+}': { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 } },
    });
  });

  it('the functions reserve concurrency, so a flood of requests leaves the rest to the API', () => {
    const reserved = [...functions].map(([name, { Properties }]) => [name, Properties.ReservedConcurrentExecutions]);
    expect(Object.fromEntries(reserved)).toEqual(
      Object.fromEntries(functionNames.map((name) => [name, name === 'dashboardInbox' ? 100 : 20])),
    );
  });

  it('what waits for a channel has environments of its own, so one that hangs keeps nobody from reading the inbox', () => {
    const routes = deployed.dashboardFunctions.find(({ name }) => name === 'dashboardSends')?.paths;
    const sending = [operations.replyToConversation, operations.messageContact].map(({ path }) => `/api${path}`);
    expect(routes).toEqual(sending);
    expect(functions.get('dashboardInbox')?.['Properties'].Environment.Variables).not.toHaveProperty(
      'CHANNEL_ENCRYPTION_SECRET_ID',
    );
  });

  it('the access log counts what the gateway refuses, and has no address, because it knows that of CloudFront alone', () => {
    dashboard.hasResourceProperties('AWS::Logs::MetricFilter', {
      LogGroupName: '<AccessLog>',
      FilterPattern: '{ $.status = "503" || ($.status = "429" && $.error != "-") }',
      MetricTransformations: [
        { MetricNamespace: `Switchboard/${environment}/dashboard`, MetricName: 'RefusedRequests', MetricValue: '1' },
      ],
    });
    const [stage] = listResources(dashboard, 'AWS::ApiGatewayV2::Stage');
    expect(JSON.parse(stage?.['Properties'].AccessLogSettings.Format)).not.toHaveProperty('address');
  });

  it('a deployment is a canary only where the settings say so', () => {
    const canaries = Object.keys(dashboard.findResources('AWS::CodeDeploy::DeploymentGroup'));
    expect(canaries).toHaveLength(settings.canaryDeploys ? functionNames.length : 0);
    dashboard.allResourcesProperties('AWS::CodeDeploy::DeploymentGroup', {
      AlarmConfiguration: {
        Enabled: true,
        Alarms: [{ Name: '<DashboardReleaseErrorsAlarm>' }, { Name: '<DashboardReleaseCrashesAlarm>' }],
      },
    });
  });

  it('the outputs are the address, the domain for DNS, the issuer with its client and secret, and the CloudWatch board', () => {
    expect(Object.keys(dashboard.findOutputs('*')).sort()).toEqual([
      ...(environment === 'full' ? ['BoardUrl'] : []),
      'DashboardUrl',
      'DistributionDomain',
      'OidcClientId',
      'OidcIssuer',
      'OidcSecretArn',
    ]);
  });
});

const functionNames = deployed.dashboardFunctions.map(({ name }) => name);

describe.each(dashboardEnvironmentNames)('monitoring of the dashboard of %s', (environment) => {
  const { dashboard } = readDashboardStacks(environment);
  const alarms = listAlarms(dashboard);
  const getAlarm = (id: string): Alarm | undefined => alarms.find((alarm) => alarm.id === `${id}Alarm`);

  it('alarms watch failed requests, crashes, slow functions, rejected sign-ins and failed hints', () => {
    const namespace = `Switchboard/${environment}/dashboard`;
    const toLambdaMetric = (name: string) => (functionName: string) => ({
      namespace: 'AWS/Lambda',
      name,
      dimensions: { FunctionName: `<${functionName}Function>` },
    });
    for (const name of functionNames)
      expect(getAlarm(`${name}Latency`)?.watched).toMatchObject([toLambdaMetric('Duration')(name)]);
    expect(getAlarm('DashboardErrors')?.watched).toMatchObject([
      { namespace, name: 'FailedRequests', dimensions: {} },
      ...functionNames.map(toLambdaMetric('Errors')),
    ]);
    expect(getAlarm('SignInFailures')?.watched).toMatchObject([{ namespace, name: 'RejectedSignIns', dimensions: {} }]);
    expect(getAlarm('LiveUpdates')?.watched).toMatchObject([
      { namespace: `Switchboard/${environment}`, name: 'FailedHints', dimensions: {} },
      { namespace, name: 'FailedHints', dimensions: {} },
      toLambdaMetric('Errors')('authorizeSocket'),
    ]);
    expect(alarms).toHaveLength(6 + functionNames.length);
  });

  it('every alarm notifies the topic of the service and names its section of the manual', () => {
    dashboard.allResourcesProperties('AWS::CloudWatch::Alarm', {
      AlarmActions: ['<AlarmTopic>'],
      OKActions: ['<AlarmTopic>'],
      TreatMissingData: 'notBreaching',
    });
    for (const { AlarmDescription } of alarms)
      expect(AlarmDescription).toMatch(
        /^[A-Z].*\. First step: .*\. Runbook: docs\/operations\.md, "Alarms", "[^"]+"\.$/,
      );
  });

  if (environment === 'full')
    it('the CloudWatch board shows every alarm and every function', () => {
      const [body] = listResources(dashboard, 'AWS::CloudWatch::Dashboard').map(
        ({ Properties }) => Properties.DashboardBody,
      );
      for (const id of listIds(dashboard, 'AWS::CloudWatch::Alarm')) expect(body).toContain(`<${id}.Arn>`);
      for (const name of functionNames) expect(body).toContain(`<${name}Function>`);
    });
});

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
