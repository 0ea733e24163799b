import { Duration } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

export interface DailyBackupProps {
  table: ITable;
  keepDays: number;
  removalPolicy: Settings['removalPolicy'];
}

/**
 * A nightly copy of the table in a vault that denies early deletion. The vault has its own key, so the copies survive the
 * loss of the table's key. That requires AWS Backup's advanced features for DynamoDB, which only old accounts must
 * enable.
 */
export class DailyBackup extends Construct {
  constructor(scope: Construct, id: string, { table, keepDays, removalPolicy }: DailyBackupProps) {
    super(scope, id);
    const encryptionKey = new Key(this, 'Key', {
      description: 'Encrypts the copies of the Switchboard table',
      enableKeyRotation: true,
      removalPolicy,
    });
    const backupVault = new BackupVault(this, 'Vault', {
      encryptionKey,
      blockRecoveryPointDeletion: true,
      removalPolicy,
    });
    const plan = new BackupPlan(this, 'Plan', { backupVault });
    plan.addRule(
      new BackupPlanRule({
        ruleName: 'Daily',
        scheduleExpression: Schedule.cron({ hour: '3', minute: '0' }),
        deleteAfter: Duration.days(keepDays),
      }),
    );
    plan.addSelection('Table', { resources: [BackupResource.fromDynamoDbTable(table)] });
  }
}
