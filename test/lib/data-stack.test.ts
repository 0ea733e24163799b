import { describe, expect, it } from 'vitest';
import { environments } from '../../lib/settings.ts';
import { fixtureEndpoints } from './fixture/endpoints.ts';
import { synthesizeStacks } from './fixture/stacks.ts';
import { findResources, resolveReferences, type Template } from './fixture/template.ts';

const staging = synthesizeStacks('staging', fixtureEndpoints);
const production = synthesizeStacks('production', fixtureEndpoints);

const tableOf = (template: Template) => findResources(template, 'AWS::DynamoDB::Table').at(0);
const keyOf = (template: Template) => findResources(template, 'AWS::KMS::Key').at(0);

describe.each([
  ['staging', staging.data],
  ['production', production.data],
])('the table of %s', (_environment, template) => {
  it('has two string keys, and one index, of keys alone, for what they cannot find', () => {
    expect(tableOf(template)?.Properties).toMatchObject({
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

  it('is paid per request, streams both images, forgets what expired and can be restored', () => {
    expect(tableOf(template)?.Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
  });

  it('is encrypted with a key of our own that rotates', () => {
    expect(tableOf(template)?.Properties['SSESpecification']).toEqual({
      SSEEnabled: true,
      SSEType: 'KMS',
      KMSMasterKeyId: { 'Fn::GetAtt': [keyOf(template)?.id, 'Arn'] },
    });
    for (const { Properties } of findResources(template, 'AWS::KMS::Key'))
      expect(Properties['EnableKeyRotation']).toBe(true);
  });

  it('and its key keep their logical ids, because a new id is a new and empty table', () => {
    expect({ table: tableOf(template)?.id, key: keyOf(template)?.id }).toEqual({
      table: 'TableCD117FA1',
      key: 'TableKeyF581D96F',
    });
  });
});

describe('the daily copy of production', () => {
  const [vault] = findResources(production.data, 'AWS::Backup::BackupVault');
  const [plan] = findResources(production.data, 'AWS::Backup::BackupPlan');
  const propertiesOf = (type: string) =>
    findResources(production.data, type).map(({ Properties }) => resolveReferences(Properties, production.data));

  it('is made each night and kept for as long as the settings say', () => {
    const { keepDays } = environments['production']?.backup ?? {};
    expect(propertiesOf('AWS::Backup::BackupPlan')).toMatchObject([
      {
        BackupPlan: {
          BackupPlanRule: [
            {
              ScheduleExpression: 'cron(0 3 * * ? *)',
              Lifecycle: { DeleteAfterDays: keepDays },
              TargetBackupVault: `<${vault?.id}.BackupVaultName>`,
            },
          ],
        },
      },
    ]);
    // Point-in-time recovery covers 35 days by itself.
    expect(keepDays).toBeGreaterThan(35);
  });

  it('is of the table and of nothing else', () => {
    expect(propertiesOf('AWS::Backup::BackupSelection')).toMatchObject([
      { BackupPlanId: `<${plan?.id}.BackupPlanId>`, BackupSelection: { Resources: ['<TableCD117FA1.Arn>'] } },
    ]);
  });

  it('lies in a vault that outlives the stack, has a key of its own and lets nobody delete a copy', () => {
    expect(vault).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    expect(propertiesOf('AWS::Backup::BackupVault')).toMatchObject([
      {
        EncryptionKeyArn: expect.stringMatching(/^<BackupKey/),
        AccessPolicy: {
          Statement: [
            {
              Effect: 'Deny',
              Principal: { AWS: '*' },
              Action: ['backup:DeleteRecoveryPoint', 'backup:UpdateRecoveryPointLifecycle'],
            },
          ],
        },
      },
    ]);
  });

  it('is not made where the settings have none', () => {
    expect(environments['staging']?.backup).toBeUndefined();
    expect(JSON.stringify(staging.data)).not.toContain('AWS::Backup');
  });
});

describe('protection', () => {
  it('keeps table, key and both stacks of production, whatever a deployment says', () => {
    expect(tableOf(production.data)).toMatchObject({
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: { DeletionProtectionEnabled: true },
    });
    expect(keyOf(production.data)).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    expect(production.protectedStacks).toEqual({
      'Switchboard-production-data': true,
      'Switchboard-production-service': true,
    });
  });

  it('lets staging go without a trace', () => {
    expect(tableOf(staging.data)).toMatchObject({
      DeletionPolicy: 'Delete',
      Properties: { DeletionProtectionEnabled: false },
    });
    expect(keyOf(staging.data)).toMatchObject({ DeletionPolicy: 'Delete' });
    expect(staging.protectedStacks).toEqual({
      'Switchboard-staging-data': false,
      'Switchboard-staging-service': false,
    });
  });
});
