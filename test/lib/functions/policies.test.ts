import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { environments } from '../../../lib/settings.ts';
import { listResources, readStacks, type Stacks } from '../fixture/stacks.ts';

const stringList = z.union([z.string().transform((value) => [value]), z.array(z.string())]);

/** Strict: NotAction, NotResource and NotPrincipal mean "everything but" and must not go unnoticed. */
const statementShape = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Action: stringList,
  Resource: stringList.optional(),
  Principal: z.union([z.string(), z.record(z.string(), stringList)]).optional(),
  Condition: z.unknown().optional(),
});
const documentShape = z.object({ Version: z.string(), Statement: z.array(statementShape).min(1) });

interface PolicyStatement extends z.infer<typeof statementShape> {
  owner: string;
  type: string;
}

const allowedWideRights: readonly { environments: readonly string[]; right: string; reason: string }[] = [
  {
    environments: ['staging', 'production'],
    right: 'BackupPlanTableRole has AWSBackupServiceRolePolicyForBackup',
    reason: 'AWS maintains the permissions that AWS Backup needs; the backup plan names a single table.',
  },
  {
    environments: ['staging', 'production'],
    right: 'DeploymentRole has AWSCodeDeployRoleForLambdaLimited',
    reason:
      'CodeDeploy shifts traffic between versions and may invoke only functions named for that; another policy names ours.',
  },
  {
    environments: ['staging', 'production'],
    right:
      'checkReleaseRole may codedeploy:PutLifecycleEventHookExecutionStatus on arn:<AWS::Partition>:codedeploy:<AWS::Region>:<AWS::AccountId>:deploymentgroup:<Deployments>/*',
    reason: 'The groups are those of our own application. To name them would be circular: they wait for the check.',
  },
  {
    environments: ['staging', 'production'],
    right: 'copyMediaRole may s3:AbortMultipartUpload,s3:DeleteObject,s3:PutObject on <Media.Arn>/*',
    reason: 'The bucket has the files of all workspaces, and the function copies those of all.',
  },
  ...[
    'createBroadcastFileRole may s3:PutObject',
    'createBroadcastRole may s3:GetObject,s3:PutObject',
    'prepareBroadcastRole may s3:DeleteObject,s3:GetObject',
  ].map((right) => ({
    environments: ['staging', 'production'],
    right: `${right} on <Media.Arn>/audiences/*,<Media.Arn>/uploads/*/audiences/*`,
    reason: 'Files of recipients alone; the key of a file has the workspace of its caller or of its broadcast.',
  })),
  {
    environments: ['staging', 'production'],
    right: 'eraseContactsRole may s3:DeleteObject on <Media.Arn>/*',
    reason: 'The bucket has the files of all workspaces, and the function erases persons of all.',
  },
  {
    environments: ['staging', 'production'],
    right: 'getMediaRole may s3:GetObject on <Media.Arn>/*',
    reason: 'The bucket has the files of all workspaces; the key of a file starts with that of its caller.',
  },
  {
    environments: ['staging', 'production'],
    right: 'ApiCloudWatchRole has AmazonAPIGatewayPushToCloudWatchLogs',
    reason: 'API Gateway writes the access logs of all APIs of the account with one role; AWS maintains its rights.',
  },
];

const listStatements = ({ data, service }: Stacks): PolicyStatement[] =>
  [data, service]
    .flatMap((template) => Object.entries<{ Type: string; Properties?: unknown }>(template.toJSON()['Resources']))
    .flatMap(([owner, { Type, Properties }]) =>
      findDocuments(Properties).flatMap(({ Statement }) =>
        Statement.map((statement) => ({ owner, type: Type, ...statement })),
      ),
    );

const findDocuments = (value: unknown): z.infer<typeof documentShape>[] => {
  if (typeof value !== 'object' || value === null) return [];
  if ('Statement' in value && 'Version' in value) return [documentShape.parse(value)];
  return Object.values(value).flatMap(findDocuments);
};

const listPrincipals = ({ Principal }: PolicyStatement): string[] =>
  typeof Principal === 'object'
    ? Object.entries(Principal).flatMap(([kind, names]) => names.map((name) => `${kind} ${name}`))
    : [String(Principal)];

describe.each(Object.entries(environments))('policies of %s', (environment, { backup, customerManagedKeys }) => {
  const stacks = readStacks(environment);
  const statements = listStatements(stacks);

  it('policies exist on roles, keys, queues, the bucket of media, the alarm topic and the backup vault', () => {
    expect(new Set(statements.map(({ type }) => type))).toEqual(
      new Set([
        'AWS::IAM::Role',
        'AWS::SQS::QueuePolicy',
        'AWS::S3::BucketPolicy',
        'AWS::SNS::TopicPolicy',
        ...(customerManagedKeys ? ['AWS::KMS::Key'] : []),
        ...(backup && customerManagedKeys ? ['AWS::Backup::BackupVault'] : []),
      ]),
    );
  });

  it('a role has a wildcard or a managed policy only where this file gives a reason', () => {
    const wildcards = statements
      .filter(({ type, Action, Resource = [] }) => type === 'AWS::IAM::Role' && /\*/.test([Action, Resource].join()))
      .map(({ owner, Action, Resource }) => `${owner} may ${Action} on ${Resource}`);
    const managed = listResources(stacks.service, 'AWS::IAM::Role')
      .concat(backup ? listResources(stacks.data, 'AWS::IAM::Role') : [])
      .flatMap(({ id, Properties }) =>
        (Properties.ManagedPolicyArns ?? []).map((arn: string) => `${id} has ${arn.split('/').at(-1)}`),
      );
    const allowed = allowedWideRights.filter((exception) => exception.environments.includes(environment));
    expect([...wildcards, ...managed].sort()).toEqual(allowed.map(({ right }) => right).sort());
  });

  it('every KMS key is in the data stack and rotates', () => {
    const keys = stacks.data.findResources('AWS::KMS::Key');
    expect(Object.keys(keys)).toHaveLength(customerManagedKeys ? 2 : 0);
    for (const { Properties } of Object.values(keys)) expect(Properties).toMatchObject({ EnableKeyRotation: true });
    stacks.service.resourceCountIs('AWS::KMS::Key', 0);
  });

  it('a role can be assumed only by the AWS service that it is for', () => {
    const trusts = statements.filter(({ Action }) => Action.some((action) => action.startsWith('sts:')));
    expect(trusts.map(({ owner }) => owner).sort()).toEqual(
      [...new Set(statements.filter(({ type }) => type === 'AWS::IAM::Role').map(({ owner }) => owner))].sort(),
    );
    for (const trust of trusts) {
      expect(trust.Action).toEqual(['sts:AssumeRole']);
      expect(listPrincipals(trust)).toEqual([
        expect.stringMatching(/^Service (apigateway|lambda|backup|codedeploy|scheduler)\./),
      ]);
    }
  });

  it('keys and topics allow only this account and AWS services, and queues allow nothing by policy', () => {
    const allowed = statements.filter(({ type, Effect }) => type !== 'AWS::IAM::Role' && Effect === 'Allow');
    expect(new Set(allowed.map(({ type }) => type))).toEqual(
      new Set([...(customerManagedKeys ? ['AWS::KMS::Key'] : []), 'AWS::SNS::TopicPolicy']),
    );
    for (const principal of allowed.flatMap(listPrincipals))
      expect(principal).toMatch(/^(AWS arn:<AWS::Partition>:iam::<AWS::AccountId>:root|Service \w+\.amazonaws\.com)$/);
  });
});
