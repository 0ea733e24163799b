import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll, describe, expect, it } from 'vitest';
import { checkPipelineSettings, type PipelineSettings } from '../../lib/pipeline/settings.ts';
import { createPipelineApp } from '../../lib/pipeline-stack.ts';
import { environments, getSettings } from '../../lib/settings.ts';
import { dashboardEnvironments, pipeline } from './fixture/dashboard-environments.ts';
import { parseReadable } from './fixture/stacks.ts';

const folder = mkdtempSync(join(tmpdir(), 'switchboard-pipeline-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { directory, stacks } = createPipelineApp(
  { ...environments, ...dashboardEnvironments, far: { ...getSettings('production'), secondRegion: 'eu-west-1' } },
  pipeline,
  { outDir: folder, validate: false },
).synth();
const read = (stack: string): string => readFileSync(join(directory, `${stack}.template.json`), 'utf8');
const readRoles = (environment: string) => parseReadable(read(`Switchboard-pipeline-${environment}`)).Resources;

const issuer = 'token.actions.githubusercontent.com';
const bootstrapRole = (role: string, region = '<AWS::Region>'): string =>
  `arn:<AWS::Partition>:iam::<AWS::AccountId>:role/cdk-hnb659fds-${role}-role-<AWS::AccountId>-${region}`;
const stackArn = (environment: string, region = '<AWS::Region>'): string =>
  `arn:<AWS::Partition>:cloudformation:${region}:<AWS::AccountId>:stack/Switchboard-${environment}-*/*`;

const trustOf = (claims: Record<string, unknown>) => ({
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Action: 'sts:AssumeRoleWithWebIdentity',
      Principal: { Federated: `arn:<AWS::Partition>:iam::<AWS::AccountId>:oidc-provider/${issuer}` },
      Condition: {
        StringEquals: Object.fromEntries(Object.entries(claims).map(([claim, value]) => [`${issuer}:${claim}`, value])),
      },
    },
  ],
});

const policyOf = (statement: object) => ({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', ...statement }] });

describe.each(Object.keys(environments))('the pipeline stack of %s', (environment) => {
  const { DeployRole, DeployRoleDefaultPolicy, DiffRole, DiffRoleDefaultPolicy, ...others } = readRoles(environment);

  it('the stack holds two roles with one inline policy each and nothing else', () => expect(others).toEqual({}));

  it("only a job of the repository's own environment on the branch gets the role that deploys", () => {
    expect(DeployRole?.['Properties']).toEqual({
      AssumeRolePolicyDocument: trustOf({
        aud: 'sts.amazonaws.com',
        sub: [
          `repo:acme/switchboard:environment:${environment}`,
          `repo:acme@1001/switchboard@2002:environment:${environment}`,
        ],
        repository_id: '2002',
        ref: 'refs/heads/main',
      }),
    });
  });

  it('the role that deploys may assume the bootstrap roles of its region and nothing else', () => {
    expect(DeployRoleDefaultPolicy?.['Properties']).toEqual({
      PolicyDocument: policyOf({
        Action: 'sts:AssumeRole',
        Resource: [bootstrapRole('deploy'), bootstrapRole('file-publishing'), bootstrapRole('lookup')],
      }),
      PolicyName: expect.any(String),
      Roles: ['<DeployRole>'],
    });
  });

  it('only pull requests and the branch of the repository get the role that compares', () => {
    expect(DiffRole?.['Properties']).toEqual({
      AssumeRolePolicyDocument: trustOf({
        aud: 'sts.amazonaws.com',
        sub: [
          'repo:acme/switchboard:pull_request',
          'repo:acme@1001/switchboard@2002:pull_request',
          'repo:acme/switchboard:ref:refs/heads/main',
          'repo:acme@1001/switchboard@2002:ref:refs/heads/main',
        ],
        repository_id: '2002',
      }),
    });
  });

  it('the role that compares may read the templates of its environment and nothing else', () => {
    expect(DiffRoleDefaultPolicy?.['Properties']).toEqual({
      PolicyDocument: policyOf({
        Action: ['cloudformation:DescribeStacks', 'cloudformation:GetTemplate'],
        Resource: stackArn(environment),
      }),
      PolicyName: expect.any(String),
      Roles: ['<DiffRole>'],
    });
  });
});

describe('the pipeline app', () => {
  it('the roles of an environment with an edge stack also reach us-east-1', () => {
    const { DeployRoleDefaultPolicy, DiffRoleDefaultPolicy } = readRoles('full');
    expect(JSON.stringify(DeployRoleDefaultPolicy)).toContain(bootstrapRole('deploy', 'us-east-1'));
    expect(JSON.stringify(DeployRoleDefaultPolicy)).toContain(bootstrapRole('file-publishing', 'us-east-1'));
    expect(JSON.stringify(DiffRoleDefaultPolicy)).toContain(stackArn('full', 'us-east-1'));
  });

  it('the roles of an environment with a second region reach it, because the copies are there', () => {
    const { DeployRoleDefaultPolicy, DiffRoleDefaultPolicy } = readRoles('far');
    expect(JSON.stringify(DeployRoleDefaultPolicy)).toContain(bootstrapRole('deploy', 'eu-west-1'));
    expect(JSON.stringify(DiffRoleDefaultPolicy)).toContain(stackArn('far', 'eu-west-1'));
  });

  it('no stack has a name that deploying an environment would match', () => {
    const names = stacks.map(({ stackName }) => stackName);
    expect(names).toContain('Switchboard-pipeline-staging');
    const ofEnvironments = Object.keys(environments).map((environment) => `Switchboard-${environment}-`);
    expect(names.filter((name) => ofEnvironments.some((prefix) => name.startsWith(prefix)))).toEqual([]);
  });

  it("the account accepts GitHub's tokens for AWS alone", () => {
    Template.fromJSON(JSON.parse(read('Switchboard-pipeline-issuer'))).hasResourceProperties('AWS::IAM::OIDCProvider', {
      Url: `https://${issuer}`,
      ClientIdList: ['sts.amazonaws.com'],
    });
  });
});

describe('the settings of the pipeline', () => {
  const refused: { fault: string; settings: PipelineSettings | undefined; error: string }[] = [
    { fault: 'nothing', settings: undefined, error: 'Set "pipelineSettings" in lib/pipeline/settings.ts.' },
    {
      fault: 'a wildcard as the name',
      settings: { ...pipeline, repository: { ...pipeline.repository, name: '*' } },
      error: 'pipelineSettings.repository.name is "*".',
    },
    {
      fault: 'an owner with a slash',
      settings: { ...pipeline, repository: { ...pipeline.repository, owner: 'acme/x' } },
      error: 'pipelineSettings.repository.owner is "acme/x".',
    },
    { fault: 'an empty branch', settings: { ...pipeline, branch: '' }, error: 'pipelineSettings.branch is "".' },
    {
      fault: 'no id',
      settings: { ...pipeline, repository: { ...pipeline.repository, id: 0 } },
      error: 'pipelineSettings.repository.id is 0.',
    },
  ];

  it.each(refused)('$fault is refused with the field and the remedy', ({ settings, error }) => {
    expect(() => checkPipelineSettings(settings)).toThrow(error);
  });

  it('complete settings are accepted', () => expect(checkPipelineSettings(pipeline)).toBe(pipeline));
});
