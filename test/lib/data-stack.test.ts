import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { environments, getSettings } from '../../lib/settings.ts';
import { listIds, listResources, readAssemblyFile, readStacks } from './fixture/stacks.ts';

const staging = readStacks('staging').data;
const production = readStacks('production').data;
const custom = readStacks('custom');
const far = readStacks('far');

describe.each(Object.entries(environments))('table of %s', (environment, { customerManagedKeys }) => {
  const { data } = readStacks(environment);

  it('the table has two string keys, a keys-only index, and one with what the inbox lists', () => {
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
        { AttributeName: 'inbox_key', AttributeType: 'S' },
        { AttributeName: 'inbox_at', AttributeType: 'S' },
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
        {
          IndexName: 'inbox',
          KeySchema: [
            { AttributeName: 'inbox_key', KeyType: 'HASH' },
            { AttributeName: 'inbox_at', KeyType: 'RANGE' },
          ],
          Projection: {
            ProjectionType: 'INCLUDE',
            NonKeyAttributes: ['assigned_agent_id', 'channel', 'unseen', 'noted'],
          },
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

  it("the table is encrypted with our own key, or with AWS's where the settings say so", () => {
    data.hasResourceProperties('AWS::DynamoDB::Table', {
      SSESpecification: customerManagedKeys
        ? { SSEEnabled: true, SSEType: 'KMS', KMSMasterKeyId: '<TableKey.Arn>' }
        : Match.absent(),
    });
  });
});

it('the table refuses more units a second than the settings allow, so a fault has a price limit', () => {
  production.hasResourceProperties('AWS::DynamoDB::Table', {
    OnDemandThroughput: { MaxReadRequestUnits: 20_000, MaxWriteRequestUnits: 30_000 },
  });
});

describe('backup', () => {
  it('the table is copied every week and every month, and the copies are kept for as long as the settings say', () => {
    const { keepWeeks = 0, keepMonths = 0 } = getSettings('production').backup ?? {};
    const TargetBackupVault = '<BackupVault.BackupVaultName>';
    production.hasResourceProperties('AWS::Backup::BackupPlan', {
      BackupPlan: {
        BackupPlanName: 'Switchboard-production-data',
        BackupPlanRule: [
          {
            RuleName: 'Weekly',
            ScheduleExpression: 'cron(0 3 ? * SUN *)',
            Lifecycle: { DeleteAfterDays: 7 * keepWeeks },
            TargetBackupVault,
            CopyActions: Match.absent(),
          },
          {
            RuleName: 'Monthly',
            ScheduleExpression: 'cron(0 3 1 * ? *)',
            Lifecycle: {
              DeleteAfterDays: 31 * keepMonths,
              MoveToColdStorageAfterDays: keepMonths < 4 ? Match.absent() : 8,
            },
            TargetBackupVault,
            CopyActions: Match.absent(),
          },
        ],
      },
    });
    // Point-in-time recovery already covers 35 days.
    expect(31 * keepMonths).toBeGreaterThan(35);
  });

  it('a second region gets every copy, and the keys that a restored table needs', () => {
    const { data, copies } = far;
    const vault = 'arn:aws:backup:eu-west-1:<AWS::AccountId>:backup-vault:switchboard-far-copies';
    const [plan] = listResources(data, 'AWS::Backup::BackupPlan');
    const rules: { CopyActions: unknown; Lifecycle: unknown }[] = plan?.['Properties'].BackupPlan.BackupPlanRule;
    expect(rules.map(({ CopyActions }) => CopyActions)).toEqual(
      rules.map(({ Lifecycle }) => [{ DestinationBackupVaultArn: vault, Lifecycle }]),
    );
    const replicated = listResources(data, 'AWS::SecretsManager::Secret').filter(
      ({ Properties }) => Properties.ReplicaRegions?.[0]?.Region === 'eu-west-1',
    );
    expect(replicated.map(({ id }) => id).sort()).toEqual(['ChannelSealingSecret', 'SealingSecret']);
    copies?.hasResourceProperties('AWS::Backup::BackupVault', {
      BackupVaultName: 'switchboard-far-copies',
      LockConfiguration: { MinRetentionDays: 28 },
    });
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
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        EncryptionKeyArn: '<BackupKey.Arn>',
        LockConfiguration: { MinRetentionDays: 28 },
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

  it('staging is copied as well, into a vault without a price that its stack can delete', () => {
    staging.resourceCountIs('AWS::Backup::BackupPlan', 1);
    staging.hasResource('AWS::Backup::BackupVault', {
      DeletionPolicy: 'Delete',
      Properties: { EncryptionKeyArn: Match.absent(), AccessPolicy: Match.absent(), LockConfiguration: Match.absent() },
    });
  });

  it('an environment without a backup setting has no backup resources', () => {
    expect(JSON.stringify(custom.data.toJSON())).not.toContain('AWS::Backup');
  });
});

describe.each(Object.entries(environments))('bucket of media in %s', (environment, { customerManagedKeys }) => {
  const { data } = readStacks(environment);

  it('the bucket deletes files and unfinished uploads by itself, without keeping versions', () => {
    data.resourceCountIs('AWS::S3::Bucket', 1);
    data.hasResourceProperties('AWS::S3::Bucket', {
      VersioningConfiguration: Match.absent(),
      LifecycleConfiguration: {
        Rules: [
          { Status: 'Enabled', Prefix: 'uploads/', ExpirationInDays: 1 },
          { Status: 'Enabled', Prefix: 'audiences/', ExpirationInDays: 14 },
          { Status: 'Enabled', ExpirationInDays: 90, AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
        ],
      },
    });
  });

  it('the bucket is encrypted with the key of the table where there is one', () => {
    const byDefault = customerManagedKeys
      ? { SSEAlgorithm: 'aws:kms', KMSMasterKeyID: '<TableKey.Arn>' }
      : { SSEAlgorithm: 'AES256' };
    data.hasResourceProperties('AWS::S3::Bucket', {
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [Match.objectLike({ ServerSideEncryptionByDefault: byDefault })],
      },
    });
  });
});

it('the settings say how long media is kept and how large a file may be', () => {
  const { data, service } = custom;
  data.hasResourceProperties('AWS::S3::Bucket', {
    LifecycleConfiguration: { Rules: Match.arrayWith([Match.objectLike({ ExpirationInDays: 7 })]) },
  });
  service.hasResourceProperties('AWS::Lambda::Function', {
    Environment: { Variables: Match.objectLike({ MEDIA_DAYS: '7', MEDIA_BYTES_MAX: '1000' }) },
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
    production.hasResource('AWS::S3::Bucket', { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    expect(listIds(production, 'AWS::KMS::Key').sort()).toEqual(['BackupKey', 'TableKey']);
    production.allResources('AWS::KMS::Key', { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    expect(['data', 'service'].map((stack) => isStackProtected('production', stack))).toEqual([true, true]);
  });

  it('staging can be deleted completely', () => {
    staging.hasResource('AWS::DynamoDB::Table', {
      DeletionPolicy: 'Delete',
      Properties: { DeletionProtectionEnabled: false },
    });
    staging.resourceCountIs('AWS::KMS::Key', 0);
    expect(['data', 'service'].map((stack) => isStackProtected('staging', stack))).toEqual([false, false]);
  });
});
