import { describe, expect, it } from 'vitest';
import { endpoints } from '../../functions/api/endpoints.ts';
import { consumers } from '../../functions/consumers/consumers.ts';
import { receivers } from '../../functions/receivers/receivers.ts';
import { environments } from '../../lib/settings.ts';
import { fixtureEndpoints } from './fixture/endpoints.ts';
import { expectedVariables } from './fixture/expected-rights.ts';
import { listFunctions } from './fixture/functions.ts';
import { listRoutes } from './fixture/routes.ts';
import { synthesizeStacks } from './fixture/stacks.ts';
import { findResources, resolveReferences } from './fixture/template.ts';

const deployed = [...endpoints, ...receivers, ...fixtureEndpoints];

describe.each(Object.entries(environments))('the service of %s', (environment, settings) => {
  const stacks = synthesizeStacks(environment, deployed, consumers);
  const { service, data } = stacks;
  const routes = listRoutes(stacks);
  const propertiesOf = (type: string) =>
    findResources(service, type).map(({ Properties }) => resolveReferences(Properties, data));

  it('has a route for each endpoint of the table, and no other', () => {
    const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
    expect(routes.map(nameOf).sort()).toEqual(deployed.map(nameOf).sort());
  });

  it('gives each route a function of its own', () => {
    expect(new Set(routes.map((route) => route.function.id)).size).toBe(deployed.length);
    expect(listFunctions(stacks)).toHaveLength(deployed.length + consumers.length);
  });

  it('lets the gateway call a function for its own route in the stage only', () => {
    const permissions = propertiesOf('AWS::Lambda::Permission');
    const source =
      'arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:<ApiF70053CD>/<ApiDeploymentStagev102147F91>';
    expect(permissions).toHaveLength(routes.length);
    for (const route of routes) {
      expect(permissions).toContainEqual({
        Action: 'lambda:InvokeFunction',
        FunctionName: route.target,
        Principal: 'apigateway.amazonaws.com',
        SourceArn: `${source}/${route.method}${route.path.replaceAll(/\{[^}]+\}/g, '*')}`,
      });
    }
  });

  it('names one parameter per place of a path, because the gateway refuses two at deployment', () => {
    const names = new Map<string, string>();
    for (const { path } of deployed) {
      for (const { index, 0: name } of path.matchAll(/\{[^}]+\}/g)) {
        const place = path.slice(0, index);
        expect(`${place}${names.get(place) ?? name}`).toBe(`${place}${name}`);
        names.set(place, name);
      }
    }
  });

  it('runs each function behind a route on the newest Node and arm64, with the memory and time of the settings', () => {
    for (const route of routes) {
      expect(route.function).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
        MemorySize: settings.apiFunction.memoryMb,
        Timeout: settings.apiFunction.timeoutSeconds,
      });
    }
  });

  it('tells a function the log level, where its metrics go, and only what it may touch', () => {
    for (const { name: operationId, access, grants, method, path } of deployed) {
      const route = routes.find((each) => each.method === method && each.path === path);
      const touches = access !== 'public' || grants.some((grant) => grant.startsWith('table:'));
      const variables = route?.function.Environment.Variables;
      expect({ operationId, variables }).toEqual({
        operationId,
        variables: {
          LOG_LEVEL: settings.logLevel,
          METRICS_NAMESPACE: `Switchboard/${environment}`,
          ...(touches ? { TABLE_NAME: '<TableCD117FA1>' } : {}),
          ...expectedVariables(stacks, grants),
        },
      });
    }
  });

  it('never lets webhooks reach local addresses', () => {
    expect(JSON.stringify([service, data])).not.toContain('ALLOW_LOCAL_WEBHOOKS');
  });

  it('keeps the logs of each function in a group of its own, for as long as the settings say', () => {
    const groups = findResources(service, 'AWS::Logs::LogGroup');
    const policy = settings.removalPolicy === 'retain' ? 'Retain' : 'Delete';
    for (const group of groups) {
      expect(group).toMatchObject({ Properties: { RetentionInDays: settings.logRetention }, DeletionPolicy: policy });
    }
    const used = listFunctions(stacks).map(({ LoggingConfig }) => LoggingConfig);
    expect(used).toHaveLength(groups.length);
    for (const { id } of groups) expect(used).toContainEqual({ LogGroup: `<${id}>` });
  });

  it('serves the stage v1 of a regional API, throttled as the settings say', () => {
    const { requestsPerSecond, burstMax } = settings.throttle;
    expect(propertiesOf('AWS::ApiGateway::RestApi')).toEqual([
      { Name: `Switchboard-${environment}-service`, EndpointConfiguration: { Types: ['REGIONAL'] } },
    ]);
    expect(propertiesOf('AWS::ApiGateway::Stage')).toMatchObject([
      {
        StageName: 'v1',
        MethodSettings: [
          {
            HttpMethod: '*',
            ResourcePath: '/*',
            ThrottlingRateLimit: requestsPerSecond,
            ThrottlingBurstLimit: burstMax,
          },
        ],
      },
    ]);
  });

  it('keeps the logical id of the API, because a new id is a new address', () => {
    expect(findResources(service, 'AWS::ApiGateway::RestApi').map(({ id }) => id)).toEqual(['ApiF70053CD']);
  });

  it('tells operators the base URL, the name of the table, where alarms are told and where the dashboard is', () => {
    expect(resolveReferences(service.Outputs, data)).toEqual({
      BaseUrl: {
        Value: 'https://<ApiF70053CD>.execute-api.<AWS::Region>.<AWS::URLSuffix>/<ApiDeploymentStagev102147F91>',
      },
      TableName: { Value: '<TableCD117FA1>' },
      EncryptionSecretArn: { Value: '<SealingSecret418D1914>' },
      AlarmTopicArn: { Value: '<AlarmTopicD01E77F9>' },
      DashboardUrl: {
        Value: expect.stringMatching(
          /^https:\/\/<AWS::Region>\.console\.aws\.amazon\.com\/.*#dashboards\/dashboard\/<Dashboard\w+>$/,
        ),
      },
    });
  });

  it('gives no resource a physical name, so that it can be replaced and deployed twice', () => {
    // The gateway's API has a label instead, which need not be unique; a permission names the function it is for. A
    // vault cannot do without a name, which is generated from those of the stack and the construct.
    const labelled = ['AWS::ApiGateway::RestApi', 'AWS::Lambda::Permission', 'AWS::Backup::BackupVault'];
    // These name something else, or are only shown.
    const foreign = /\.(StageName|MetricName|DisplayName|ApplicationName|DeploymentConfigName)$/;
    // An alias has a name within its function; all of them name the function that they are for.
    const ofFunctions = ['AWS::Lambda::Alias', 'AWS::Lambda::Version', 'AWS::Lambda::EventSourceMapping'];
    const named = [data, service]
      .flatMap((template) => Object.entries(template.Resources))
      .filter(([, { Type }]) => ![...labelled, ...ofFunctions].includes(Type))
      .flatMap(([id, { Properties }]) => Object.keys(Properties).map((property) => `${id}.${property}`))
      .filter((property) => /Name$/.test(property) && !foreign.test(property));
    expect(named).toEqual([]);
  });
});
