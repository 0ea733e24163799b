import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { deployed } from '../../functions/deployed.ts';
import { releaseCheck } from '../../lib/api/release-check.ts';
import { memoryMbOf } from '../../lib/functions/memory.ts';
import { environments } from '../../lib/settings.ts';
import { listFunctions, listRoutes } from './fixture/functions.ts';
import { listIds, readStacks } from './fixture/stacks.ts';

const { endpoints, consumers } = deployed;

describe.each(Object.entries(environments))('service of %s', (environment, settings) => {
  const stacks = readStacks(environment);
  const { service, data } = stacks;
  const routes = listRoutes(stacks);
  const functions = listFunctions(stacks.service);

  it('exactly the endpoints have routes, each to its own function', () => {
    const actual = routes.map(({ method, path, functionName }) => `${method} ${path} → ${functionName}`);
    expect(actual.sort()).toEqual(endpoints.map(({ method, path, name }) => `${method} ${path} → ${name}`).sort());
    const names = [...endpoints, ...consumers, releaseCheck].map(({ name }) => name);
    expect([...functions.keys()].sort()).toEqual(names.sort());
  });

  it('sibling paths use the same parameter name, because the gateway rejects two', () => {
    const parameters = endpoints.flatMap(({ path }) =>
      [...path.matchAll(/\{[^}]+\}/g)].map(({ index, 0: name }) => ({ parent: path.slice(0, index), name })),
    );
    expect(parameters).not.toEqual([]);
    for (const siblings of Map.groupBy(parameters, ({ parent }) => parent).values())
      expect(new Set(siblings.map(({ name }) => name)).size).toBe(1);
  });

  it('every function runs on Node 24 and arm64, and none may deliver webhooks to local addresses', () => {
    expect(JSON.stringify([service.toJSON(), data.toJSON()])).not.toContain('ALLOW_LOCAL_WEBHOOKS');
    service.allResourcesProperties('AWS::Lambda::Function', {
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
    });
  });

  it('API functions have the memory and the timeout of the settings', () => {
    for (const { functionName } of routes) {
      expect(functions.get(functionName)?.['Properties']).toMatchObject({
        MemorySize: memoryMbOf(functionName, settings),
        Timeout: settings.apiFunction.timeoutSeconds,
      });
    }
  });

  it('readers that wait for events have their own share of the concurrency, and can take no more', () => {
    const reserved = [...functions].flatMap(([name, { Properties }]) =>
      'ReservedConcurrentExecutions' in Properties ? [[name, Properties.ReservedConcurrentExecutions]] : [],
    );
    expect(reserved).toEqual([['listFeedEvents', environment === 'production' ? 200 : 20]]);
  });

  it('the stage and the firewall have a log group, the functions of the API share one, and those of the background', () => {
    service.allResources('AWS::Logs::LogGroup', {
      Properties: { RetentionInDays: settings.logRetention },
      DeletionPolicy: settings.removalPolicy === 'retain' ? Match.stringLikeRegexp('^Retain') : 'Delete',
    });
    expect(listIds(service, 'AWS::Logs::LogGroup').sort()).toEqual([
      'AccessLog',
      'ApiLogs',
      'BackgroundLogs',
      ...(settings.firewall ? ['FirewallLog'] : []),
    ]);
    for (const [name, { Properties }] of functions) {
      const LogGroup = consumers.some((consumer) => consumer.name === name) ? '<BackgroundLogs>' : '<ApiLogs>';
      expect(Properties.LoggingConfig).toEqual({ LogFormat: 'JSON', LogGroup, SystemLogLevel: 'WARN' });
    }
  });

  it('the outputs are the base URL, the table, the encryption secret, the alarm topic and the CloudWatch board', () => {
    expect(service.findOutputs('*')).toEqual({
      BaseUrl: { Value: 'https://<Api>.execute-api.<AWS::Region>.<AWS::URLSuffix>/<ApiDeploymentStagev1>' },
      TableName: { Value: '<Table>' },
      EncryptionSecretArn: { Value: '<SealingSecret>' },
      ChannelEncryptionSecretArn: { Value: '<ChannelSealingSecret>' },
      AlarmTopicArn: { Value: '<AlarmTopic>' },
      ExportsOutputRefApiF70053CD5653BA4D: expect.objectContaining({ Value: '<Api>' }),
      ...(settings.monitoring === 'full'
        ? {
            BoardUrl: {
              Value: expect.stringMatching(
                /^https:\/\/<AWS::Region>\.console\.aws\.amazon\.com\/.*#dashboards\/dashboard\/<Dashboard>$/,
              ),
            },
          }
        : {}),
    });
  });

  it('no resource has a physical name, so it can be replaced and deployed twice', () => {
    // The name of an API need not be unique, and that of a vault or policy is generated. The other types refer to
    // another resource.
    const namedTypes = [
      'AWS::ApiGateway::RestApi',
      'AWS::Backup::BackupVault',
      'AWS::Lambda::Alias',
      'AWS::Lambda::EventSourceMapping',
      'AWS::Lambda::Version',
      'AWS::Logs::MetricFilter',
      'AWS::Logs::ResourcePolicy',
    ];
    const otherNames = ['ApplicationName', 'DeploymentConfigName', 'DisplayName', 'MetricName', 'StageName'];
    const names = [data, service]
      .flatMap((template) => Object.entries<{ Type: string; Properties?: object }>(template.toJSON()['Resources']))
      // WAF writes to log groups with a certain prefix only.
      .filter(([id, { Type }]) => !namedTypes.includes(Type) && id !== 'FirewallLog')
      .flatMap(([id, { Properties = {} }]) => Object.keys(Properties).map((property) => ({ id, property })))
      .filter(({ property }) => property.endsWith('Name') && !otherNames.includes(property));
    expect(names).toEqual([]);
  });
});
