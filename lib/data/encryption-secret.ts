import type { RemovalPolicy } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';

/**
 * The keys that encrypt secrets in the table: one at first, and any that an operator adds. Never change
 * `generateSecretString`: CloudFormation would replace the keys, and everything encrypted with them would be lost.
 */
export const addEncryptionSecret = (
  scope: Construct,
  { key, removalPolicy }: { key: IKey; removalPolicy: RemovalPolicy },
): ISecret =>
  new Secret(scope, 'EncryptionSecret', {
    description: 'Keys that encrypt secrets in the table, by id, and the id of the current one',
    encryptionKey: key,
    removalPolicy,
    generateSecretString: {
      secretStringTemplate: JSON.stringify({ current: '1' }),
      generateStringKey: '1',
      excludePunctuation: true,
      passwordLength: 64,
    },
  });
