import { Duration, Stack } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault, type IBackupVault } from 'aws-cdk-lib/aws-backup';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

/** A lock in governance mode: nobody can shorten the life of a copy without the right to remove the lock. */
export const vaultLock = { minRetention: Duration.days(28) };

export interface TableBackupProps {
  table: ITable;
  backup: NonNullable<Settings['backup']>;
  /** In the second region, by name: the vault is in another stack. */
  copyVaultArn: string | undefined;
  removalPolicy: Settings['removalPolicy'];
}

/**
 * A weekly and a monthly copy of the table, for what point-in-time recovery no longer reaches. Every copy is a full one,
 * so daily copies would cost more than the table. The vault has its own key, so the copies survive the loss of the
 * table's key. That requires AWS Backup's advanced features for DynamoDB, which only old accounts must enable.
 */
export class TableBackup extends Construct {
  readonly vaultName: string;

  constructor(scope: Construct, id: string, { table, backup, copyVaultArn, removalPolicy }: TableBackupProps) {
    super(scope, id);
    const encryptionKey = new Key(this, 'Key', {
      description: 'Encrypts the copies of the Switchboard table',
      enableKeyRotation: true,
      removalPolicy,
    });
    const backupVault = new BackupVault(this, 'Vault', {
      encryptionKey,
      blockRecoveryPointDeletion: true,
      lockConfiguration: vaultLock,
      removalPolicy,
    });
    this.vaultName = backupVault.backupVaultName;
    const copyVault =
      copyVaultArn === undefined ? undefined : BackupVault.fromBackupVaultArn(this, 'CopyVault', copyVaultArn);
    const plan = new BackupPlan(this, 'Plan', { backupPlanName: Stack.of(this).stackName, backupVault });
    plan.addRule(toRule('Weekly', { weekDay: 'SUN' }, Duration.days(7 * backup.keepWeeks), copyVault));
    plan.addRule(toRule('Monthly', { day: '1' }, Duration.days(31 * backup.keepMonths), copyVault));
    plan.addSelection('Table', { resources: [BackupResource.fromDynamoDbTable(table)] });
  }
}

const toRule = (
  ruleName: string,
  day: { weekDay: string } | { day: string },
  deleteAfter: Duration,
  destinationBackupVault: IBackupVault | undefined,
): BackupPlanRule =>
  new BackupPlanRule({
    ruleName,
    scheduleExpression: Schedule.cron({ hour: '3', minute: '0', ...day }),
    deleteAfter,
    ...(destinationBackupVault ? { copyActions: [{ destinationBackupVault, deleteAfter }] } : {}),
  });
