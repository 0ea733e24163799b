import { readFileSync } from 'node:fs';
import { expect, inject, it } from 'vitest';
import type { NagFinding } from './setup.ts';

interface NagException {
  rule: string;
  path: RegExp;
  reason: string;
}

/** CDK's own function, with the rights that CDK gives it. It runs while a deployment copies the front end. */
const fileDeploymentExceptions: readonly NagException[] = [
  'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
  'IAM5[Action::s3:GetBucket*]',
  'IAM5[Action::s3:GetObject*]',
  'IAM5[Action::s3:List*]',
  'IAM5[Action::s3:Abort*]',
  'IAM5[Action::s3:DeleteObject*]',
  'IAM5[Resource::arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>/*]',
  'IAM5[Resource::<Files8E6940B8.Arn>/*]',
  'L1',
].map((rule) => ({
  rule: `AwsSolutions-${rule}`,
  path: /-(dashboard|chat)\/Custom::CDKBucketDeployment/,
  reason: "CDK's function copies the front end from its assets to our bucket; it runs only during a deployment.",
}));

const audienceFunctions = 'createBroadcast|createBroadcastFile|prepareBroadcast|dashboardBroadcasts|eraseContacts';

const dashboardExceptions: readonly NagException[] = [
  {
    rule: 'AwsSolutions-APIG4',
    path: /-dashboard\/(signIn|dashboard|dashboardBroadcasts|dashboardChannels|dashboardContacts|dashboardInbox|dashboardMessages|dashboardSends)Route\d?\//,
    reason: 'The function reads session and membership in one call; signing in has nobody to authorize yet.',
  },
  { rule: 'AwsSolutions-CFR1', path: /-dashboard\/Distribution\//, reason: 'Members may work from any country.' },
  {
    rule: 'AwsSolutions-CFR2',
    path: /^Switchboard-(plain|federated|custom)-dashboard\/Distribution\//,
    reason: 'The firewall is a setting with a monthly price; every request without a session is refused anyway.',
  },
  {
    rule: 'AwsSolutions-CFR3',
    path: /-dashboard\/Distribution\//,
    reason: 'Access logs would collect the addresses of members; the functions log every call.',
  },
  {
    rule: 'AwsSolutions-CFR4',
    path: /^Switchboard-(plain|federated|custom)-dashboard\/Distribution\//,
    reason: "CloudFront's own domain has a fixed TLS policy; a custom domain requires TLS 1.2.",
  },
  {
    rule: 'AwsSolutions-COG2',
    path: /^Switchboard-(plain|custom)-data\/UserPool\//,
    reason: 'Whether MFA is required is a setting; passkeys with user verification are two factors already.',
  },
  {
    rule: 'AwsSolutions-COG8',
    path: /-data\/UserPool\//,
    reason: "The Plus plan costs per user; the service's firewall and Cognito's own lockout limit guessing.",
  },
  {
    rule: 'AwsSolutions-S1',
    path: /-dashboard\/Files\//,
    reason: 'It holds the public front end and is read by CloudFront alone.',
  },
  {
    rule: 'AwsSolutions-SMG4',
    path: /-dashboard\/OidcSecret\//,
    reason: 'The issuer makes the secret and rotates it: Cognito with its client, any other by its operator.',
  },
  ...fileDeploymentExceptions,
];

const chatExceptions: readonly NagException[] = [
  {
    rule: 'AwsSolutions-APIG4',
    path: /-chat\/(chatSite|chatVisitor)Route\d?\//,
    reason: 'Visitors are strangers: the function reads the token of those who have one, together with their limits.',
  },
  { rule: 'AwsSolutions-CFR1', path: /-chat\/Distribution\//, reason: 'Visitors may come from any country.' },
  {
    rule: 'AwsSolutions-CFR2',
    path: /-chat\/Distribution\//,
    reason: 'A firewall has a monthly price; the functions limit each address, visitor and workspace.',
  },
  {
    rule: 'AwsSolutions-CFR3',
    path: /-chat\/Distribution\//,
    reason: 'Access logs would collect the addresses of visitors; the functions log every call.',
  },
  {
    rule: 'AwsSolutions-S1',
    path: /-chat\/Files\//,
    reason: 'It holds the public script and is read by CloudFront alone.',
  },
];

/** Accepted findings of cdk-nag. The test fails on a finding without an exception and on an unused exception. */
const nagExceptions: readonly NagException[] = [
  ...dashboardExceptions,
  ...chatExceptions,
  {
    rule: 'AwsSolutions-APIG6',
    path: /-service\/Api\/DeploymentStage\.v1\//,
    reason: 'Execution logs would contain bodies, which all other logs leave out.',
  },
  {
    rule: 'AwsSolutions-APIG2',
    path: /-service\/Api\/Resource$/,
    reason: 'Each function validates its requests against its contract, with errors that the gateway cannot express.',
  },
  {
    rule: 'AwsSolutions-APIG3',
    path: /^Switchboard-(staging|plain|federated)-service\/Api\/DeploymentStage\.v1\//,
    reason: 'Only production has a firewall; staging holds nothing worth its cost.',
  },
  {
    rule: 'AwsSolutions-SMG4',
    path: /-data\/(Msgapp|Social)Secret\/Resource$/,
    reason: 'The counterpart is in the app of a channel, where only the operator can rotate it.',
  },
  {
    rule: 'AwsSolutions-SMG4',
    path: /-data\/(Channel)?SealingSecret\/Resource$/,
    reason: 'Old ciphertexts must stay readable: the operator adds a new key and keeps the old ones.',
  },
  {
    rule: 'AwsSolutions-S1',
    path: /-data\/Media\//,
    reason: 'Only functions call it, and those who follow a link that the API logs when it signs it.',
  },
  ...[
    {
      files: '*',
      functions: 'chatVisitor|copyMedia|dashboardInbox|dashboardSends|eraseContacts|getMedia|runMaintenance',
    },
    { files: 'audiences/*', functions: audienceFunctions },
    { files: 'uploads/*/audiences/*', functions: audienceFunctions },
  ].map(({ files, functions }) => ({
    rule: `AwsSolutions-IAM5[Resource::data:ExportsOutputFnGetAttMediaA721A567ArnB9989168/${files}]`,
    path: new RegExp(`-(service|dashboard|chat)/(${functions})/Role/`),
    reason: 'The bucket has the files of all workspaces, and the functions work for all.',
  })),
  {
    rule: 'AwsSolutions-SQS3',
    path: /-service\/discardedChanges\/Resource$/,
    reason: 'It is itself the dead-letter queue of the stream, which cdk-nag does not detect.',
  },
  {
    rule: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
    path: /-service\/Api\/CloudWatchRole\//,
    reason: 'API Gateway writes the access logs of all APIs of the account with one role; AWS maintains its rights.',
  },
  {
    rule: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]',
    path: /-data\/Backup\/Plan\//,
    reason: 'AWS maintains the permissions that AWS Backup needs; the backup plan names a single table.',
  },
  {
    rule: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
    path: /-(service|dashboard)\/DeploymentRole\//,
    reason: 'AWS maintains the permissions that CodeDeploy needs to shift traffic between versions.',
  },
  {
    rule: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:codedeploy:<AWS::Region>:<AWS::AccountId>:deploymentgroup:<Deployments7DB91225>/*]',
    path: /-service\/checkRelease\/Role\//,
    reason: 'The groups are those of our own application. To name them would be circular: they wait for the check.',
  },
  ...['staging', 'production'].map((environment) => ({
    rule: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:cloudformation:<AWS::Region>:<AWS::AccountId>:stack/Switchboard-${environment}-*/*]`,
    path: new RegExp(`^Switchboard-pipeline-${environment}/DiffRole/`),
    reason: 'CloudFormation adds a random id to the ARN of each stack, and an environment has several stacks.',
  })),
];

const nagFindings: NagFinding[] = JSON.parse(readFileSync(inject('cdk').nagPath, 'utf8'));

it('every finding has an exception with a reason', () => {
  const unexplained = nagFindings.filter(
    (finding) => !nagExceptions.some(({ rule, path }) => rule === finding.rule && path.test(finding.path)),
  );
  expect(unexplained).toEqual([]);
});

it.each(nagExceptions)('the exception from $rule at $path is still needed', ({ rule, path }) => {
  expect(nagFindings.filter((finding) => finding.rule === rule && path.test(finding.path))).not.toEqual([]);
});
