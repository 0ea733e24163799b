import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { endpoints } from '../../../functions/api/endpoints.ts';
import { consumers } from '../../../functions/consumers/consumers.ts';
import { receivers } from '../../../functions/receivers/receivers.ts';
import { environments } from '../../../lib/settings.ts';
import { readRestApi } from '../../../tools/local/gateway/rest-api.ts';
import { readFunctions } from '../../../tools/local/lambda/function-definition.ts';
import { readAssembly } from '../../../tools/local/template/assembly.ts';
import { listRoutes } from '../fixture/routes.ts';
import { synthesizeDeployedStacks, withApp } from '../fixture/stacks.ts';
import { findResources, resolveReferences } from '../fixture/template.ts';

const deployed = [...endpoints, ...receivers];
const stacks = synthesizeDeployedStacks('production');
const { service, data } = stacks;
const propertiesOf = (type: string) =>
  findResources(service, type).map(({ Properties }) => resolveReferences(Properties, data));
const idOf = (type: string, prefix: string): string =>
  findResources(service, type).find(({ id }) => id.startsWith(prefix))?.id ?? `no ${prefix}`;

describe('a deployment of production', () => {
  const staging = synthesizeDeployedStacks('staging').service;

  it('is one where the settings want it to be gradual', () => {
    expect(environments['production']?.canaryDeploys).toBe(true);
    expect(environments['staging']?.canaryDeploys).toBe(false);
    expect(JSON.stringify(staging)).not.toMatch(/AWS::(CodeDeploy|Lambda::(Alias|Version))/);
  });

  it('reaches every function behind the API through the alias of its version', () => {
    const routes = listRoutes(stacks);
    const aliases = findResources(service, 'AWS::Lambda::Alias');
    expect(routes.map(({ target }) => target).sort()).toEqual(aliases.map(({ id }) => `<${id}>`).sort());
    expect(aliases).toHaveLength(deployed.length);
    for (const { Properties } of aliases) {
      expect(resolveReferences(Properties, data)).toEqual({
        Name: 'live',
        FunctionName: expect.stringMatching(/^<\w+Function[0-9A-F]{8}>$/),
        FunctionVersion: expect.stringMatching(/^<\w+CurrentVersion\w+\.Version>$/),
      });
    }
  });

  it('moves each alias by itself: a tenth of the calls for five minutes, then all of them', () => {
    const policyShape = z.object({
      CodeDeployLambdaAliasUpdate: z.object({ ApplicationName: z.unknown(), DeploymentGroupName: z.string() }),
    });
    const groups = findResources(service, 'AWS::CodeDeploy::DeploymentGroup');
    const updates = findResources(service, 'AWS::Lambda::Alias').map(
      ({ UpdatePolicy }) => policyShape.parse(resolveReferences(UpdatePolicy, data)).CodeDeployLambdaAliasUpdate,
    );
    expect(updates.map((each) => each.DeploymentGroupName).sort()).toEqual(groups.map(({ id }) => `<${id}>`).sort());
    for (const group of propertiesOf('AWS::CodeDeploy::DeploymentGroup')) {
      expect(group).toMatchObject({
        ApplicationName: `<${idOf('AWS::CodeDeploy::Application', 'Deployments')}>`,
        ServiceRoleArn: `<${idOf('AWS::IAM::Role', 'DeploymentRole')}.Arn>`,
        DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
      });
    }
  });

  it('is taken back when the alarm of API errors rings', () => {
    for (const group of propertiesOf('AWS::CodeDeploy::DeploymentGroup')) {
      expect(group).toMatchObject({
        AlarmConfiguration: { Enabled: true, Alarms: [{ Name: `<${idOf('AWS::CloudWatch::Alarm', 'ApiErrors')}>` }] },
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: expect.arrayContaining(['DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_FAILURE']),
        },
      });
    }
  });

  it('keeps the versions before, so that there is something to go back to', () => {
    const versions = findResources(service, 'AWS::Lambda::Version');
    expect(versions).toHaveLength(deployed.length);
    for (const version of versions) expect(version).toMatchObject({ DeletionPolicy: 'Retain' });
  });

  it('feeds the consumers by themselves, because no caller would notice a bad version of them', () => {
    const fed = findResources(service, 'AWS::Lambda::EventSourceMapping').map(({ Properties }) =>
      resolveReferences(Properties['FunctionName'], data),
    );
    expect(fed).toHaveLength(consumers.length);
    for (const target of fed) expect(target).toMatch(/^<\w+Function[0-9A-F]{8}>$/);
  });
});

describe('a deployment at once', () => {
  vi.stubEnv('CDK_CONTEXT_JSON', JSON.stringify({ skipCanary: 'true' }));
  const withoutCanary = synthesizeDeployedStacks('production').service;
  vi.unstubAllEnvs();

  it('keeps the aliases and waits for no alarm, so that a repair gets through while it rings', () => {
    expect(findResources(withoutCanary, 'AWS::Lambda::Alias').map(({ UpdatePolicy }) => UpdatePolicy)).toEqual(
      Array(deployed.length).fill(undefined),
    );
    expect(findResources(withoutCanary, 'AWS::CodeDeploy::DeploymentGroup')).toEqual([]);
  });
});

describe('the local runtime', () => {
  const { routes, arns } = withApp({ environments: ['production'], endpoints: deployed, consumers }, (app) => {
    const deployment = { stacks: readAssembly(app.synth().directory), createdAttributes: new Map() };
    const functions = readFunctions(deployment);
    return { routes: readRestApi(deployment).routes, arns: functions.map(({ arn }) => arn) };
  });

  it('finds the functions behind the aliases of production', () => {
    expect(routes).toHaveLength(deployed.length);
    for (const { functionArn } of routes) expect(arns.map((arn) => `${arn}:live`)).toContain(functionArn);
  });
});
