import { Match } from 'aws-cdk-lib/assertions';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deployed } from '../../../functions/deployed.ts';
import { getSettings } from '../../../lib/settings.ts';
import { readRestApi } from '../../../tools/local/gateway/rest-api.ts';
import { readFunctions } from '../../../tools/local/lambda/function-definition.ts';
import { readAssembly } from '../../../tools/local/template/assembly.ts';
import { listFunctions, listRights, listRoutes } from '../fixture/functions.ts';
import { getAssemblyDir, listResources, readStacks, type Stacks, synthesizeVariant } from '../fixture/stacks.ts';

const { endpoints, consumers } = deployed;
const sentinels = ['getMe', 'sendMessage', 'listConversations', 'createContact', 'receiveMsgapp'];
const others = [...endpoints, ...consumers].map(({ name }) => name).filter((name) => !sentinels.includes(name));
const stacks = readStacks('production');
const { service } = stacks;

describe('canary deployment', () => {
  it('staging deploys like production, so every deployment is rehearsed', () => {
    const toResources = (environment: string) =>
      ['AWS::Lambda::Alias', 'AWS::CodeDeploy::DeploymentGroup'].flatMap((type) =>
        listResources(readStacks(environment).service, type).map(({ id, UpdatePolicy, DependsOn }) => ({
          id,
          UpdatePolicy,
          DependsOn,
        })),
      );
    expect(toResources('staging')).toEqual(toResources('production'));
  });

  it('the routes of the sentinels call their live aliases, and all other routes their functions', () => {
    const targets = listRoutes(stacks).map(({ functionName, target }) => [functionName, target]);
    expect(Object.fromEntries(targets)).toEqual(
      Object.fromEntries(
        endpoints.map(({ name }) => [name, sentinels.includes(name) ? `<${name}Live>` : `<${name}Function.Arn>`]),
      ),
    );
    service.resourceCountIs('AWS::Lambda::Alias', sentinels.length);
    for (const id of sentinels)
      service.hasResourceProperties('AWS::Lambda::Alias', {
        Name: 'live',
        FunctionName: `<${id}Function>`,
        FunctionVersion: `<${id}FunctionCurrentVersion.Version>`,
      });
  });

  it('the aliases of five sentinels move through CodeDeploy, with 10% of the requests for five minutes', () => {
    service.resourceCountIs('AWS::CodeDeploy::DeploymentGroup', sentinels.length);
    service.allResourcesProperties('AWS::CodeDeploy::DeploymentGroup', {
      ApplicationName: '<Deployments>',
      ServiceRoleArn: '<DeploymentRole.Arn>',
      DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
    });
    const updates = listResources(service, 'AWS::Lambda::Alias').map(({ id, UpdatePolicy }) => [id, UpdatePolicy]);
    expect(Object.fromEntries(updates)).toEqual(
      Object.fromEntries(
        sentinels.map((id) => [
          `${id}Live`,
          {
            CodeDeployLambdaAliasUpdate: {
              ApplicationName: '<Deployments>',
              DeploymentGroupName: `<${id}LiveDeployment>`,
              BeforeAllowTrafficHook: '<checkReleaseFunction>',
            },
          },
        ]),
      ),
    );
  });

  it('before a version gets traffic, CodeDeploy calls a check, which may call the sentinels and nothing else', () => {
    service.hasResourceProperties('AWS::IAM::Role', {
      AssumeRolePolicyDocument: { Statement: [{ Principal: { Service: 'codedeploy.amazonaws.com' } }] },
      Policies: [
        {
          PolicyDocument: { Statement: [{ Action: 'lambda:InvokeFunction', Resource: '<checkReleaseFunction.Arn>' }] },
        },
      ],
    });
    expect([...listRights(service, 'checkRelease')].filter((right) => !right.startsWith('logs:')).sort()).toEqual([
      expect.stringMatching(
        /^codedeploy:PutLifecycleEventHookExecutionStatus on .*:deploymentgroup:<Deployments>\/\*$/,
      ),
      ...sentinels.map((name) => `lambda:InvokeFunction on <${name}Function.Arn>`).sort(),
    ]);
  });

  it('a deployment rolls back when it fails or when requests of several workspaces fail', () => {
    service.allResourcesProperties('AWS::CodeDeploy::DeploymentGroup', {
      AlarmConfiguration: { Enabled: true, Alarms: [{ Name: '<ReleaseErrorsAlarm>' }] },
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: Match.arrayWith(['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM']),
      },
    });
  });

  it('every other function and its rights are updated only when the traffic of all sentinels has shifted', () => {
    const functions = listFunctions(service);
    const roles = new Map(listResources(service, 'AWS::IAM::Role').map(({ id, ...role }) => [id, role]));
    expect(others).toHaveLength(endpoints.length + consumers.length - sentinels.length);
    for (const name of others) {
      const aliases = sentinels.map((sentinel) => expect.stringMatching(new RegExp(`^${sentinel}Live[0-9A-F]{8}$`)));
      expect(roles.get(`${name}Role`)?.['DependsOn']).toEqual(expect.arrayContaining(aliases));
      expect(functions.get(name)?.['Properties'].Role).toBe(`<${name}Role.Arn>`);
    }
    for (const name of sentinels) expect(String(functions.get(name)?.['DependsOn'])).not.toContain('Live');
  });

  it('a version that was rolled back is deleted, so the same code can be deployed again', () => {
    service.resourceCountIs('AWS::Lambda::Version', sentinels.length);
    service.allResources('AWS::Lambda::Version', { DeletionPolicy: 'Delete' });
  });

  it('the local runtime finds the functions behind the live aliases', () => {
    const deployment = { stacks: readAssembly(getAssemblyDir('production')), createdAttributes: new Map() };
    const arns = readFunctions(deployment).map(({ arn }) => arn);
    const targets = readRestApi(deployment).routes.flatMap((route) =>
      'functionArn' in route ? route.functionArn : [],
    );
    expect(targets.filter((target) => target.endsWith(':live'))).toHaveLength(sentinels.length);
    for (const target of targets) expect(arns).toContain(target.replace(/:live$/, ''));
  });
});

describe('deployment with skipCanary', () => {
  let withoutCanary: Stacks['service'];
  beforeAll(() => {
    vi.stubEnv('CDK_CONTEXT_JSON', JSON.stringify({ skipCanary: 'true' }));
    withoutCanary = synthesizeVariant('production', getSettings('production')).service;
  });
  afterAll(() => {
    vi.unstubAllEnvs();
  });

  it('aliases move at once and no alarm can stop them, so a fix gets through while the alarm fires', () => {
    withoutCanary.resourceCountIs('AWS::Lambda::Alias', sentinels.length);
    withoutCanary.allResources('AWS::Lambda::Alias', { UpdatePolicy: Match.absent() });
    withoutCanary.resourceCountIs('AWS::CodeDeploy::DeploymentGroup', 0);
  });
});
