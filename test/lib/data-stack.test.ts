import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { environments, getSettings } from '../../lib/settings.ts';
import { listIds, readAssemblyFile, readStacks } from './fixture/stacks.ts';

const staging = readStacks('staging').data;
const production = readStacks('production').data;

describe.each(Object.keys(environments))('table of %s', (environment) => {
  const { data } = readStacks(environment);

  it('the table has two string keys and one keys-only index by conversation status', () => {
    data.resourceCountIs('AWS::DynamoDB::Table', 1);
    data.hasResourceProperties('AWS::DynamoDB::Table', {
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'S' },
        { AttributeName: 'status_key', AttributeType: 'S' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'conversation-status',
          KeySchema: [
            { AttributeName: 'status_key', KeyType: 'HASH' },
            { AttributeName: 'sk', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
    });
  });

  it('the table is billed per request, streams both images, expires items and supports point-in-time recovery', () => {
    data.hasResourceProperties('AWS::DynamoDB::Table', {
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
  });

  it('the table is encrypted with our own key', () => {
    data.hasResourceProperties('AWS::DynamoDB::Table', {
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS', KMSMasterKeyId: '<TableKey.Arn>' },
    });
  });
});

describe('daily backup', () => {
  it('the table is copied every night and the copies are kept for the days in the settings', () => {
    const { keepDays = 0 } = getSettings('production').backup ?? {};
    production.hasResourceProperties('AWS::Backup::BackupPlan', {
      BackupPlan: {
        BackupPlanRule: [
          Match.objectLike({
            ScheduleExpression: 'cron(0 3 * * ? *)',
            Lifecycle: { DeleteAfterDays: keepDays },
            TargetBackupVault: '<BackupVault.BackupVaultName>',
          }),
        ],
      },
    });
    // Point-in-time recovery already covers 35 days.
    expect(keepDays).toBeGreaterThan(35);
  });

  it('the backup plan selects the table and nothing else', () => {
    production.resourceCountIs('AWS::Backup::BackupSelection', 1);
    production.hasResourceProperties('AWS::Backup::BackupSelection', {
      BackupPlanId: '<BackupPlan.BackupPlanId>',
      BackupSelection: { Resources: ['<Table.Arn>'] },
    });
  });

  it('the vault outlives the stack, has its own key and denies the deletion of copies', () => {
    production.hasResource('AWS::Backup::BackupVault', {
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        EncryptionKeyArn: '<BackupKey.Arn>',
        AccessPolicy: {
          Statement: [
            {
              Effect: 'Deny',
              Principal: { AWS: '*' },
              Action: ['backup:DeleteRecoveryPoint', 'backup:UpdateRecoveryPointLifecycle'],
              Resource: '*',
            },
          ],
        },
      },
    });
  });

  it('an environment without a backup setting has no backup resources', () => {
    expect(getSettings('staging').backup).toBeUndefined();
    expect(JSON.stringify(staging.toJSON())).not.toContain('AWS::Backup');
  });
});

describe('deletion protection', () => {
  const isStackProtected = (environment: string, stack: string): unknown => {
    const { artifacts } = JSON.parse(readAssemblyFile(environment, 'manifest.json'));
    return artifacts[`Switchboard-${environment}-${stack}`].properties.terminationProtection ?? false;
  };

  it('production keeps its table, its keys and both stacks', () => {
    production.hasResource('AWS::DynamoDB::Table', {
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: { DeletionProtectionEnabled: true },
    });
    expect(listIds(production, 'AWS::KMS::Key').sort()).toEqual(['BackupKey', 'TableKey']);
    production.allResources('AWS::KMS::Key', { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    expect(['data', 'service'].map((stack) => isStackProtected('production', stack))).toEqual([true, true]);
  });

  it('staging can be deleted completely', () => {
    staging.hasResource('AWS::DynamoDB::Table', {
      DeletionPolicy: 'Delete',
      Properties: { DeletionProtectionEnabled: false },
    });
    staging.allResources('AWS::KMS::Key', { DeletionPolicy: 'Delete' });
    expect(['data', 'service'].map((stack) => isStackProtected('staging', stack))).toEqual([false, false]);
  });
});
