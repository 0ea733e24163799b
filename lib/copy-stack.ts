import { CfnOutput, Stack } from 'aws-cdk-lib';
import { BackupVault } from 'aws-cdk-lib/aws-backup';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { vaultLock } from './data/table-backup.ts';
import type { Settings } from './settings.ts';

/** The vault in the second region. Deploy it before the data stack, which names it. */
export class CopyStack extends Stack {
  constructor(scope: Construct, id: string, settings: Settings, { environment, region }: CopyLocation) {
    const { terminationProtection, removalPolicy, account } = settings;
    super(scope, id, {
      description: 'Switchboard: copies of the table in a second region',
      env: { region, ...(account === undefined ? {} : { account }) },
      terminationProtection,
    });
    const encryptionKey = new Key(this, 'Key', {
      description: 'Encrypts the copies of the Switchboard table in this region',
      enableKeyRotation: true,
      removalPolicy,
    });
    const vault = new BackupVault(this, 'Vault', {
      backupVaultName: toCopyVaultName(environment),
      encryptionKey,
      blockRecoveryPointDeletion: true,
      lockConfiguration: vaultLock,
      removalPolicy,
    });
    new CfnOutput(this, 'VaultArn', { value: vault.backupVaultArn });
  }
}

export interface CopyLocation {
  environment: string;
  region: string;
}

const toCopyVaultName = (environment: string): string => `switchboard-${environment}-copies`;

export const toCopyVaultArn = ({ partition, account }: Stack, { environment, region }: CopyLocation): string =>
  `arn:${partition}:backup:${region}:${account}:backup-vault:${toCopyVaultName(environment)}`;
