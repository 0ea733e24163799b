import { CfnOutput, Stack } from 'aws-cdk-lib';
import { BackupVault } from 'aws-cdk-lib/aws-backup';
import type { Construct } from 'constructs';
import { toVaultProps } from './data/table-backup.ts';
import type { Settings } from './settings.ts';

/** The vault in the second region. Deploy it before the data stack, which names it. */
export class CopyStack extends Stack {
  constructor(scope: Construct, id: string, settings: Settings, { environment, region }: CopyLocation) {
    const { terminationProtection, account } = settings;
    super(scope, id, {
      description: 'Switchboard: copies of the table in a second region',
      env: { region, ...(account === undefined ? {} : { account }) },
      terminationProtection,
    });
    const vault = new BackupVault(this, 'Vault', {
      backupVaultName: toCopyVaultName(environment),
      ...toVaultProps(this, settings, 'Encrypts the copies of the Switchboard table in this region'),
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
