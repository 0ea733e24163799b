import { Match } from 'aws-cdk-lib/assertions';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deployed } from '../../../functions/deployed.ts';
import { getSettings } from '../../../lib/settings.ts';
import { readRestApi } from '../../../tools/local/gateway/rest-api.ts';
import { readFunctions } from '../../../tools/local/lambda/function-definition.ts';
import { readAssembly } from '../../../tools/local/template/assembly.ts';
import { listRoutes } from '../fixture/functions.ts';
import { getAssemblyDir, listResources, readStacks, type Stacks, synthesizeVariant } from '../fixture/stacks.ts';

const { endpoints, consumers } = deployed;
const operationIds = endpoints.map(({ name }) => name);
const stacks = readStacks('production');
const { service } = stacks;

describe('canary deployment', () => {
  it('production deploys with a canary and staging without', () => {
    expect(getSettings('production').canaryDeploys).toBe(true);
    expect(getSettings('staging').canaryDeploys).toBe(false);
    const staging = JSON.stringify(readStacks('staging').service.toJSON());
    expect(staging).not.toMatch(/AWS::(CodeDeploy|Lambda::(Alias|Version))/);
  });

  it('every route calls the live alias of its function', () => {
    expect(
      listRoutes(stacks)
        .map(({ target }) => target)
        .sort(),
    ).toEqual(operationIds.map((id) => `<${id}Live>`).sort());
    service.resourceCountIs('AWS::Lambda::Alias', operationIds.length);
    for (const id of operationIds)
      service.hasResourceProperties('AWS::Lambda::Alias', {
        Name: 'live',
        FunctionName: `<${id}Function>`,
        FunctionVersion: `<${id}FunctionCurrentVersion.Version>`,
      });
  });

  it('every alias moves through its own deployment group, with 10% of the requests for five minutes', () => {
    service.resourceCountIs('AWS::CodeDeploy::DeploymentGroup', operationIds.length);
    service.allResourcesProperties('AWS::CodeDeploy::DeploymentGroup', {
      ApplicationName: '<Deployments>',
      ServiceRoleArn: '<DeploymentRole.Arn>',
      DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
    });
    const updates = listResources(service, 'AWS::Lambda::Alias').map(({ id, UpdatePolicy }) => [id, UpdatePolicy]);
    expect(Object.fromEntries(updates)).toEqual(
      Object.fromEntries(
        operationIds.map((id) => [
          `${id}Live`,
          {
            CodeDeployLambdaAliasUpdate: {
              ApplicationName: '<Deployments>',
              DeploymentGroupName: `<${id}LiveDeployment>`,
            },
          },
        ]),
      ),
    );
  });

  it('a deployment rolls back when it fails or when the API errors alarm fires', () => {
    service.allResourcesProperties('AWS::CodeDeploy::DeploymentGroup', {
      AlarmConfiguration: { Enabled: true, Alarms: [{ Name: '<ApiErrorsAlarm>' }] },
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: Match.arrayWith(['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM']),
      },
    });
  });

  it('previous versions are retained for a rollback', () => {
    service.resourceCountIs('AWS::Lambda::Version', operationIds.length);
    service.allResources('AWS::Lambda::Version', { DeletionPolicy: 'Retain' });
  });

  it('event sources call consumers directly, because the alarm would not notice a bad version', () => {
    const targets = listResources(service, 'AWS::Lambda::EventSourceMapping').map(
      ({ Properties }) => Properties.FunctionName,
    );
    expect(targets.sort()).toEqual(consumers.map(({ name }) => `<${name}Function>`).sort());
  });

  it('the local runtime finds the functions behind the live aliases', () => {
    const deployment = { stacks: readAssembly(getAssemblyDir('production')), createdAttributes: new Map() };
    const aliases = readFunctions(deployment).map(({ arn }) => `${arn}:live`);
    const targets = readRestApi(deployment).routes.flatMap((route) =>
      'functionArn' in route ? route.functionArn : [],
    );
    expect(targets).toHaveLength(operationIds.length);
    for (const target of targets) expect(aliases).toContain(target);
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
    withoutCanary.resourceCountIs('AWS::Lambda::Alias', operationIds.length);
    withoutCanary.allResources('AWS::Lambda::Alias', { UpdatePolicy: Match.absent() });
    withoutCanary.resourceCountIs('AWS::CodeDeploy::DeploymentGroup', 0);
  });
});
