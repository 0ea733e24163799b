import { describe, expect, it } from 'vitest';
import { environments } from '../../../lib/settings.ts';
import { listManagedPolicies, listPolicyStatements, type PolicyStatement } from '../fixture/policies.ts';
import { synthesizeDeployedStacks } from '../fixture/stacks.ts';
import { findResources } from '../fixture/template.ts';

/** Every right that is wider than a named action on a named resource. Nothing but what stands here may be. */
const wideRights: readonly { in: readonly string[]; right: string; reason: string }[] = [
  {
    in: ['production'],
    right: 'BackupPlanTableRole has AWSBackupServiceRolePolicyForBackup',
    reason: 'What AWS Backup needs to copy a table changes with AWS Backup; its plan names the one table.',
  },
  {
    in: ['production'],
    right: 'DeploymentRole has AWSCodeDeployRoleForLambdaLimited',
    reason: 'CodeDeploy moves calls between versions of functions and starts functions of its own names, none of ours.',
  },
];

const isWide = (text: string): boolean => text.includes('*');
const servicesOf = ({ Principal }: PolicyStatement): string[] =>
  typeof Principal === 'object'
    ? Object.entries(Principal).flatMap(([kind, who]) => who.map((one) => `${kind} ${one}`))
    : [String(Principal)];

describe.each(Object.keys(environments))('the policies of %s', (environment) => {
  const stacks = synthesizeDeployedStacks(environment);
  const statements = listPolicyStatements(stacks);

  it('are all seen', () => {
    expect(new Set(statements.map(({ type }) => type))).toEqual(
      new Set([
        'AWS::IAM::Role',
        'AWS::KMS::Key',
        'AWS::SQS::QueuePolicy',
        'AWS::SNS::TopicPolicy',
        ...(environments[environment]?.backup ? ['AWS::Backup::BackupVault'] : []),
      ]),
    );
  });

  it('give a role no wildcard, in an action or a resource, that has no reason here', () => {
    const own = statements
      .filter(({ type }) => type === 'AWS::IAM::Role')
      .filter(({ Action, Resource = [] }) => [...Action, ...Resource].some(isWide))
      .map(({ owner, Action, Resource }) => `${owner} may ${Action} on ${Resource}`);
    const managed = listManagedPolicies(stacks).map(({ owner, arn }) => `${owner} has ${arn.split('/').at(-1)}`);
    const known = wideRights.filter((each) => each.in.includes(environment)).map(({ right }) => right);
    expect([...own, ...managed].sort()).toEqual(known.toSorted());
  });

  it('are those of keys that all rotate', () => {
    const keys = [stacks.data, stacks.service].flatMap((template) => findResources(template, 'AWS::KMS::Key'));
    expect(keys.map(({ Properties }) => Properties['EnableKeyRotation'])).toEqual(keys.map(() => true));
  });

  it('let a role be taken by one service of AWS and by nobody else', () => {
    const trusts = statements.filter(({ Action }) => Action.some((action) => action.startsWith('sts:')));
    for (const trust of trusts) {
      expect(trust.Action).toEqual(['sts:AssumeRole']);
      expect(servicesOf(trust)).toEqual([expect.stringMatching(/^Service (lambda|backup|codedeploy)\./)]);
    }
  });

  it('open keys, queues and topics to the own account and to services of AWS, never to everyone', () => {
    const opened = statements.filter(({ type, Effect }) => type !== 'AWS::IAM::Role' && Effect === 'Allow');
    const ownAccount = 'AWS arn:<AWS::Partition>:iam::<AWS::AccountId>:root';
    for (const statement of opened) {
      for (const who of servicesOf(statement))
        if (who !== ownAccount)
          expect({ ...statement, who }).toMatchObject({ who: expect.stringMatching(/^Service \w+\./) });
    }
    expect(opened.filter(({ type }) => type === 'AWS::SQS::QueuePolicy')).toEqual([]);
  });
});
