import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { deployed } from '../../../functions/deployed.ts';
import { errorMessages, statusByCode } from '../../../functions/model/api-error.ts';
import { environments, getSettings } from '../../../lib/settings.ts';
import { variants } from '../fixture/dashboard-environments.ts';
import { listRights, listRoutes, readApiDefinition } from '../fixture/functions.ts';
import { readRawTemplate, synthesizeMadeUp } from '../fixture/made-up-endpoints.ts';
import { listResources, readStacks } from '../fixture/stacks.ts';

const anyMethod = 'x-amazon-apigateway-any-method';

describe.each(Object.entries(environments))('REST API of %s', (environment, settings) => {
  const stacks = readStacks(environment);
  const { service } = stacks;
  const { title, paths, operations } = readApiDefinition(service);

  it('the whole API is one resource beside its deployment, its stage and the log role of the account', () => {
    const types = Object.values<{ Type: string }>(service.toJSON()['Resources']).map(({ Type }) => Type);
    expect(types.filter((type) => type.startsWith('AWS::ApiGateway::')).sort()).toEqual([
      'AWS::ApiGateway::Account',
      'AWS::ApiGateway::Deployment',
      'AWS::ApiGateway::RestApi',
      'AWS::ApiGateway::Stage',
    ]);
    expect(types).not.toContain('AWS::Lambda::Permission');
  });

  it('the API is regional, passes bodies as text and compresses responses of 1 KB and more', () => {
    // Without BinaryMediaTypes, the gateway does not encode bodies.
    expect(listResources(service, 'AWS::ApiGateway::RestApi').map(({ Properties }) => Properties)).toEqual([
      {
        Name: `Switchboard-${environment}-service`,
        EndpointConfiguration: { Types: ['REGIONAL'] },
        MinimumCompressionSize: 1024,
        Body: expect.anything(),
      },
    ]);
    // Metrics name the API, and an import takes its name from the title.
    expect(title).toBe(`Switchboard-${environment}-service`);
  });

  it('the gateway may invoke exactly the functions of the routes, by one role', () => {
    const targets = listRoutes(stacks).map(({ target }) => `lambda:InvokeFunction on ${target}`);
    expect(targets).toHaveLength(deployed.endpoints.length);
    expect(listRights(service, 'Invoke')).toEqual(new Set(targets));
    for (const { integration } of operations)
      if (integration.type === 'aws_proxy') expect(integration.credentials).toBe('<InvokeRole.Arn>');
  });

  it('every path of an endpoint, its parents, the root and all other paths answer unknown methods', () => {
    const parents = (path: string): string[] =>
      path === '' ? [] : [path, ...parents(path.slice(0, path.lastIndexOf('/')))];
    const expected = new Set(['/', '/{proxy+}', ...deployed.endpoints.flatMap(({ path }) => parents(path))]);
    expect(new Set(paths)).toEqual(expected);
    const unknown = operations.filter(({ method }) => method === anyMethod);
    expect(new Set(unknown.map(({ path }) => path))).toEqual(expected);
  });

  it('an unknown path or method is a 404 in the error shape, with a request id that no caller can choose', () => {
    for (const { integration, responses } of operations.filter(({ method }) => method === anyMethod)) {
      if (integration.type !== 'mock') throw new Error('An unknown route must not reach a function.');
      expect(integration.passthroughBehavior).toBe('never');
      for (const template of Object.values(integration.requestTemplates))
        expect(JSON.parse(template)).toEqual({ statusCode: 404 });
      expect(Object.keys(integration.requestTemplates)).toEqual(
        expect.arrayContaining(['application/json', 'application/x-www-form-urlencoded', 'text/plain']),
      );
      const error = { code: 'not_found', message: errorMessages.unknownRoute };
      expect(integration.responses).toEqual({
        default: {
          statusCode: '404',
          responseParameters: { 'method.response.header.X-Request-Id': 'context.extendedRequestId' },
          responseTemplates: { 'application/json': JSON.stringify({ error }) },
        },
      });
      // API Gateway maps only headers that the method response declares.
      expect(responses).toEqual({
        404: { description: expect.any(String), headers: { 'X-Request-Id': expect.anything() } },
      });
    }
  });

  it('every operation declares the parameters of its path', () => {
    for (const { path, parameters } of operations)
      expect(parameters).toEqual([...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name));
  });

  it('the stage v1 has the throttle of the settings, and each method without a key one of its own', () => {
    const toSetting = (method: string, path: string, { requestsPerSecond, burstMax } = settings.throttle) => ({
      HttpMethod: method,
      ResourcePath: path,
      ThrottlingRateLimit: requestsPerSecond,
      ThrottlingBurstLimit: burstMax,
      DataTraceEnabled: false,
    });
    const { document, channels } = settings.publicThrottle;
    const [stage, ...others] = listResources(service, 'AWS::ApiGateway::Stage');
    expect(others).toEqual([]);
    expect(stage?.['Properties'].StageName).toBe('v1');
    expect(new Set(stage?.['Properties'].MethodSettings)).toEqual(
      new Set([
        toSetting('*', '/*'),
        toSetting('GET', '/~1openapi.json', document),
        toSetting('GET', '/~1channels~1msgapp', channels),
        toSetting('POST', '/~1channels~1msgapp', channels),
        toSetting('GET', '/~1channels~1social', channels),
        toSetting('POST', '/~1channels~1social', channels),
        toSetting('POST', '/~1channels~1web', channels),
      ]),
    );
    expect(deployed.endpoints.filter(({ access }) => access === 'public')).toHaveLength(6);
  });
});

const getDeploymentId = (count: number): string => {
  const { Resources } = readRawTemplate(
    synthesizeMadeUp(count, { ...getSettings('staging'), canaryDeploys: false }, []),
  );
  const [id, ...others] = Object.keys(Resources).filter((key) => key.startsWith('ApiDeployment'));
  const stageOf = Object.values(Resources).find(({ Type }) => Type === 'AWS::ApiGateway::Stage');
  if (id === undefined || others.length > 1) throw new Error('There must be one deployment and one stage.');
  expect(stageOf?.Properties).toMatchObject({ DeploymentId: { Ref: id } });
  return id;
};

it('a changed API is a new deployment', () => {
  expect(getDeploymentId(3)).not.toBe(getDeploymentId(4));
});

const { certificateArn } = variants.custom.customDomain;
const { service } = readStacks('custom');

const listProperties = (type: string) => listResources(service, type).map(({ Properties }) => Properties);

describe('custom domain', () => {
  it('the domain is regional, uses its certificate and requires TLS 1.2', () => {
    expect(listProperties('AWS::ApiGateway::DomainName')).toEqual([
      {
        DomainName: 'api.example.com',
        RegionalCertificateArn: certificateArn,
        EndpointConfiguration: { Types: ['REGIONAL'] },
        SecurityPolicy: 'TLS_1_2',
      },
    ]);
  });

  it('the domain serves the API below /v1, as the gateway does', () => {
    expect(listProperties('AWS::ApiGateway::BasePathMapping')).toEqual([
      { DomainName: '<Domain>', BasePath: 'v1', RestApiId: '<Api>', Stage: '<ApiDeploymentStagev1>' },
    ]);
    expect(listProperties('AWS::ApiGateway::Stage')).toMatchObject([{ StageName: 'v1' }]);
  });

  it('the outputs are the base URL on the domain and the target for its CNAME', () => {
    service.hasOutput('BaseUrl', { Value: 'https://api.example.com/<ApiDeploymentStagev1>' });
    service.hasOutput('DomainTarget', { Value: '<Domain.RegionalDomainName>' });
  });
});

const pattern =
  '[id, status = 5*, type != "-" && type != "THROTTLED" && type != "QUOTA_EXCEEDED", call != "/feeds/{id}/events:429"]';

describe.each(Object.entries(environments))('access log of %s', (environment, { logRetention }) => {
  const { service } = readStacks(environment);

  it('every request leaves the request id that the gateway answers with, its status, its error and its route', () => {
    service.hasResourceProperties('AWS::ApiGateway::Stage', {
      AccessLogSetting: {
        DestinationArn: 'arn:<AWS::Partition>:logs:<AWS::Region>:<AWS::AccountId>:log-group:<AccessLog>',
        Format:
          '$context.extendedRequestId $context.status $context.error.responseType ' +
          '$context.resourcePath:$context.integration.integrationStatus',
      },
    });
    expect(listResources(service, 'AWS::Logs::LogGroup').find(({ id }) => id === 'AccessLog')).toMatchObject({
      Properties: { RetentionInDays: logRetention },
    });
  });

  it("failures that the gateway answers are counted, but no throttled request, no function's answer and no follower too many", () => {
    expect(deployed.endpoints.find(({ name }) => name === 'listFeedEvents')?.path).toBe('/feeds/{id}/events');
    service.hasResourceProperties('AWS::Logs::MetricFilter', {
      LogGroupName: '<AccessLog>',
      FilterPattern: pattern,
      MetricTransformations: [
        { MetricNamespace: `Switchboard/${environment}`, MetricName: 'FailedRequests', MetricValue: '1' },
      ],
    });
  });

  it('the role for the logs of the gateway outlives the stack, because other APIs use it', () => {
    service.hasResource('AWS::ApiGateway::Account', {
      DeletionPolicy: 'Retain',
      Properties: { CloudWatchRoleArn: '<ApiCloudWatchRole.Arn>' },
    });
    expect(listResources(service, 'AWS::IAM::Role').find(({ id }) => id === 'ApiCloudWatchRole')).toMatchObject({
      DeletionPolicy: 'Retain',
    });
    service.hasResource('AWS::ApiGateway::Stage', {
      DependsOn: Match.arrayWith([Match.stringLikeRegexp('^ApiAccount')]),
    });
  });
});

it('an account whose gateway has a log role keeps it', () => {
  service.resourceCountIs('AWS::ApiGateway::Account', 0);
  service.hasResourceProperties('AWS::ApiGateway::Stage', { AccessLogSetting: Match.anyValue() });
});

const errorShape = z.strictObject({ code: z.string(), message: z.string().min(20) });
const responseShape = z.strictObject({
  statusCode: z.string(),
  responseParameters: z.record(z.string(), z.string()),
  responseTemplates: z.strictObject({
    'application/json': z.string().transform((text) => z.strictObject({ error: errorShape }).parse(JSON.parse(text))),
  }),
});

const { gatewayResponses } = readApiDefinition(readStacks('production').service);
const responses = Object.entries(gatewayResponses).map(([type, response]) => ({
  type,
  ...responseShape.parse(response),
}));

it('every gateway response is JSON with a request id that no caller can choose', () => {
  for (const { responseParameters } of responses) {
    expect(responseParameters).toMatchObject({
      'gatewayresponse.header.X-Request-Id': 'context.extendedRequestId',
      'gatewayresponse.header.Content-Type': "'application/json'",
    });
  }
});

it('exactly the throttled responses have Retry-After', () => {
  const throttled = responses.filter(
    ({ responseParameters }) => 'gatewayresponse.header.Retry-After' in responseParameters,
  );
  expect(throttled.map(({ type }) => type).sort()).toEqual(['QUOTA_EXCEEDED', 'THROTTLED']);
  for (const { responseParameters, responseTemplates } of throttled) {
    expect(responseParameters['gatewayresponse.header.Retry-After']).toBe("'1'");
    expect(responseTemplates['application/json'].error.message).toBe(errorMessages.throttled);
  }
});

it('responses have the status of their code, and no character that the template language interprets', () => {
  for (const { type, statusCode, responseTemplates } of responses) {
    const { code, message } = responseTemplates['application/json'].error;
    expect(Object.keys(statusByCode)).toContain(code);
    if (code !== 'internal') expect(Number(statusCode), type).toBe(statusByCode[code as keyof typeof statusByCode]);
    expect(message).not.toMatch(/[$#]/);
  }
  // The local gateway never sends these.
  const statuses = Object.fromEntries(responses.map(({ type, statusCode }) => [type, Number(statusCode)]));
  expect(statuses).toMatchObject({ EXPIRED_TOKEN: 404, WAF_FILTERED: 400, THROTTLED: 503, QUOTA_EXCEEDED: 503 });
  expect(statuses).toMatchObject({ DEFAULT_4XX: 400, DEFAULT_5XX: 500 });
});
