import { describe, expect, it } from 'vitest';
import { endpoints } from '../../functions/api/endpoints.ts';
import { environments } from '../../lib/settings.ts';
import { fixtureEndpoints } from './fixture/endpoints.ts';
import { functionsOf } from './fixture/functions.ts';
import { routesOf } from './fixture/routes.ts';
import { stacksOf } from './fixture/stacks.ts';
import { readable, resourcesOf } from './fixture/template.ts';

const deployed = [...endpoints, ...fixtureEndpoints];

describe.each(Object.entries(environments))('the service of %s', (environment, settings) => {
  const stacks = stacksOf(environment, deployed);
  const { service, data } = stacks;
  const routes = routesOf(stacks);
  const propertiesOf = (type: string) => resourcesOf(service, type).map(({ Properties }) => readable(Properties, data));

  it('has a route for each endpoint of the table, and no other', () => {
    const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
    expect(routes.map(nameOf).sort()).toEqual(deployed.map(nameOf).sort());
  });

  it('gives each route a function of its own', () => {
    expect(new Set(routes.map((route) => route.function.id)).size).toBe(deployed.length);
    expect(functionsOf(stacks)).toHaveLength(deployed.length);
  });

  it('lets the gateway call a function for its own route in the stage only', () => {
    const permissions = propertiesOf('AWS::Lambda::Permission');
    const source =
      'arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:<ApiF70053CD>/<ApiDeploymentStagev102147F91>';
    expect(permissions).toHaveLength(routes.length);
    for (const route of routes) {
      expect(permissions).toContainEqual({
        Action: 'lambda:InvokeFunction',
        FunctionName: `<${route.function.id}.Arn>`,
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

  it('runs each function on the newest Node and arm64, with the memory and time of the settings', () => {
    for (const each of functionsOf(stacks)) {
      expect(each).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
        MemorySize: settings.apiFunction.memoryMb,
        Timeout: settings.apiFunction.timeoutSeconds,
      });
    }
  });

  it('tells a function the log level, and the table only where it may touch it', () => {
    for (const { operationId, access, grants, method, path } of deployed) {
      const route = routes.find((each) => each.method === method && each.path === path);
      const table = access === 'public' && grants.length === 0 ? {} : { TABLE_NAME: '<TableCD117FA1>' };
      const variables = route?.function.Environment.Variables;
      expect({ operationId, variables }).toEqual({
        operationId,
        variables: { LOG_LEVEL: settings.logLevel, ...table },
      });
    }
  });

  it('never lets webhooks reach local addresses', () => {
    expect(JSON.stringify([service, data])).not.toContain('ALLOW_LOCAL_WEBHOOKS');
  });

  it('keeps the logs of each function in a group of its own, for as long as the settings say', () => {
    const groups = resourcesOf(service, 'AWS::Logs::LogGroup');
    const policy = settings.removalPolicy === 'retain' ? 'Retain' : 'Delete';
    for (const group of groups) {
      expect(group).toMatchObject({ Properties: { RetentionInDays: settings.logRetention }, DeletionPolicy: policy });
    }
    const used = functionsOf(stacks).map(({ LoggingConfig }) => LoggingConfig);
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
    expect(resourcesOf(service, 'AWS::ApiGateway::RestApi').map(({ id }) => id)).toEqual(['ApiF70053CD']);
  });

  it('tells operators the base URL and the name of the table', () => {
    expect(readable(service.Outputs, data)).toEqual({
      BaseUrl: {
        Value: 'https://<ApiF70053CD>.execute-api.<AWS::Region>.<AWS::URLSuffix>/<ApiDeploymentStagev102147F91>',
      },
      TableName: { Value: '<TableCD117FA1>' },
    });
  });

  it('gives no resource a physical name, so that it can be replaced and deployed twice', () => {
    // The gateway's API has a label instead, which need not be unique; a permission names the function it is for.
    const labelled = ['AWS::ApiGateway::RestApi', 'AWS::Lambda::Permission'];
    const named = [data, service]
      .flatMap((template) => Object.entries(template.Resources))
      .filter(([, { Type }]) => !labelled.includes(Type))
      .flatMap(([id, { Properties }]) => Object.keys(Properties).map((property) => `${id}.${property}`))
      .filter((property) => /Name$/.test(property) && !property.endsWith('.StageName'));
    expect(named).toEqual([]);
  });
});
