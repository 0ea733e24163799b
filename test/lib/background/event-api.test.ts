import { describe, expect, it } from 'vitest';
import { memoryMbOf } from '../../../lib/functions/memory.ts';
import { environments } from '../../../lib/settings.ts';
import { dashboardEnvironmentNames, dashboardEnvironments } from '../fixture/dashboard-environments.ts';
import { listFunctions, listRights } from '../fixture/functions.ts';
import { listResources, readDashboardStacks, readStacks } from '../fixture/stacks.ts';

const namespaceArn =
  'arn:<AWS::Partition>:appsync:<AWS::Region>:<AWS::AccountId>:apis/<EventApi.ApiId>/channelNamespace/members';

it.each(Object.keys(environments))('%s, whose settings have no dashboard, has nothing of hints', (environment) => {
  const text = JSON.stringify(readStacks(environment).service.toJSON());
  expect(text).not.toMatch(/appsync|HINTS_|authorizeSocket|#WATCH/i);
});

describe.each(dashboardEnvironmentNames)('event API of %s', (environment) => {
  const { service, dashboard } = readDashboardStacks(environment);
  const settings = dashboardEnvironments[environment];
  const [api] = listResources(service, 'AWS::AppSync::Api').map(({ Properties }) => Properties);
  const { LambdaAuthorizerConfig: authorizer } = api?.['EventConfig'].AuthProviders[1] ?? {};

  it('only roles publish, only who has a ticket connects and listens, and no answer is kept', () => {
    const [iam, lambda] = [{ AuthType: 'AWS_IAM' }, { AuthType: 'AWS_LAMBDA' }];
    expect(api?.['EventConfig']).toEqual({
      AuthProviders: [
        iam,
        {
          ...lambda,
          LambdaAuthorizerConfig: {
            AuthorizerUri: '<authorizeSocketFunction.Arn>',
            AuthorizerResultTtlInSeconds: 0,
            IdentityValidationExpression: expect.any(String),
          },
        },
      ],
      ConnectionAuthModes: [lambda],
      DefaultPublishAuthModes: [iam],
      DefaultSubscribeAuthModes: [lambda],
    });
    expect(listResources(service, 'AWS::AppSync::ChannelNamespace').map(({ Properties }) => Properties)).toEqual([
      { ApiId: '<EventApi.ApiId>', Name: 'members', HandlerConfigs: {} },
      { ApiId: '<EventApi.ApiId>', Name: 'visitors', HandlerConfigs: {} },
    ]);
  });

  it('only this API may call the authorizer', () => {
    service.hasResourceProperties('AWS::Lambda::Permission', {
      FunctionName: '<authorizeSocketFunction.Arn>',
      Principal: 'appsync.amazonaws.com',
      SourceArn: '<EventApi.ApiArn>',
    });
  });

  it('the authorizer knows the lives of sessions, and has its own share of the concurrency', () => {
    const { idle, absolute } = settings.dashboard.sessionHours;
    expect(listFunctions(service).get('authorizeSocket')?.['Properties']).toMatchObject({
      MemorySize: memoryMbOf('authorizeSocket', settings),
      ReservedConcurrentExecutions: settings.dashboard.reservedConcurrency,
      // AppSync waits no longer.
      Timeout: 10,
      Environment: {
        Variables: {
          TABLE_NAME: '<Table>',
          ENCRYPTION_SECRET_ID: '<SealingSecret>',
          SESSION_IDLE_HOURS: String(idle),
          SESSION_ABSOLUTE_HOURS: String(absolute),
        },
      },
    });
  });

  it('three functions may publish to members, two of them to visitors, and all know where', () => {
    const publishers = [service, dashboard].flatMap((template) =>
      [...listFunctions(template)].flatMap(([name, { Properties }]) => {
        const rights = [...listRights(template, name)].filter((right) => right.startsWith('appsync:'));
        return rights.length > 0 ? [[name, rights, Properties.Environment.Variables.HINTS_HOST]] : [];
      }),
    );
    const toMembers = `appsync:EventPublish on ${namespaceArn}`;
    const toVisitors = toMembers.replace('/members', '/visitors');
    const both = [[toMembers, toVisitors], '<EventApi.Dns.Http>'];
    expect(publishers).toEqual([
      ['dispatchChanges', ...both],
      ['dashboard', [toMembers], '<EventApi.Dns.Http>'],
      ['dashboardInbox', ...both],
    ]);
  });

  it('one function tells pages the address of the socket', () => {
    const told = [...listFunctions(dashboard)].flatMap(([name, { Properties }]) => {
      const { HINTS_HOST, HINTS_SOCKET_HOST } = Properties.Environment.Variables;
      return HINTS_SOCKET_HOST === undefined ? [] : [[name, HINTS_HOST, HINTS_SOCKET_HOST]];
    });
    expect(told).toEqual([['dashboard', '<EventApi.Dns.Http>', '<EventApi.Dns.Realtime>']]);
  });

  it('AppSync asks the authorizer about exactly what is a ticket', () => {
    const pattern = new RegExp(authorizer.IdentityValidationExpression);
    const ticket = `encrypted:v1:k1:${Buffer.alloc(300).toString('base64url')}`;
    expect(
      [ticket, `${ticket}=`, `x${ticket}`, 'encrypted:v1:k1:abc', 'Bearer x', ''].map((text) => pattern.test(text)),
    ).toEqual([true, false, false, false, false, false]);
  });
});
