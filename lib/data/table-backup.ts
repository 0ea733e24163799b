import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  BackupPlan,
  BackupPlanRule,
  BackupResource,
  BackupVault,
  type BackupVaultProps,
  type IBackupVault,
} from 'aws-cdk-lib/aws-backup';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { removalPolicyOfNamed, type Settings } from '../settings.ts';

/** A lock in governance mode: only a role that may remove the lock can shorten the life of a copy. */
const vaultLock = { minRetention: Duration.days(28) };

export interface TableBackupProps {
  table: ITable;
  backup: NonNullable<Settings['backup']>;
  /** Names the vault in the second region, which is in another stack. */
  copyVaultArn: string | undefined;
  removalPolicy: Settings['removalPolicy'];
  customerManagedKeys: boolean;
}

/**
 * A weekly and a monthly copy of the table, for what point-in-time recovery no longer reaches. Every copy is a full one,
 * so daily copies would cost more than the table. The vault never has the table's key, so the copies survive its
 * loss. That requires AWS Backup's advanced features for DynamoDB, which only old accounts must enable.
 */
export class TableBackup extends Construct {
  readonly vaultName: string;

  constructor(scope: Construct, id: string, props: TableBackupProps) {
    super(scope, id);
    const { table, backup, copyVaultArn } = props;
    const backupVault = new BackupVault(
      this,
      'Vault',
      toVaultProps(this, props, 'Encrypts the copies of the Switchboard table'),
    );
    this.vaultName = backupVault.backupVaultName;
    const copyVault =
      copyVaultArn === undefined ? undefined : BackupVault.fromBackupVaultArn(this, 'CopyVault', copyVaultArn);
    const plan = new BackupPlan(this, 'Plan', { backupPlanName: Stack.of(this).stackName, backupVault });
    plan.addRule(toRule('Weekly', { weekDay: 'SUN' }, Duration.days(7 * backup.keepWeeks), copyVault));
    plan.addRule(toRule('Monthly', { day: '1' }, Duration.days(31 * backup.keepMonths), copyVault));
    plan.addSelection('Table', { resources: [BackupResource.fromDynamoDbTable(table)] });
  }
}

/** A vault that must keep its copies could not be deleted with its stack. */
export const toVaultProps = (
  scope: Construct,
  { removalPolicy, customerManagedKeys }: Pick<Settings, 'removalPolicy' | 'customerManagedKeys'>,
  description: string,
): BackupVaultProps => ({
  ...(customerManagedKeys
    ? { encryptionKey: new Key(scope, 'Key', { description, enableKeyRotation: true, removalPolicy }) }
    : {}),
  ...(removalPolicy === RemovalPolicy.RETAIN ? { blockRecoveryPointDeletion: true, lockConfiguration: vaultLock } : {}),
  removalPolicy: removalPolicyOfNamed({ removalPolicy }),
});

const toRule = (
  ruleName: string,
  day: { weekDay: string } | { day: string },
  deleteAfter: Duration,
  destinationBackupVault: IBackupVault | undefined,
): BackupPlanRule => {
  const kept = { deleteAfter, ...(deleteAfter.toDays() < coldDaysMin ? {} : { moveToColdStorageAfter }) };
  return new BackupPlanRule({
    ruleName,
    scheduleExpression: Schedule.cron({ hour: '3', minute: '0', ...day }),
    ...kept,
    ...(destinationBackupVault ? { copyActions: [{ destinationBackupVault, ...kept }] } : {}),
  });
};

/** A third of the price. AWS bills at least 90 days there. */
const moveToColdStorageAfter = Duration.days(8);
const coldDaysMin = 98;
