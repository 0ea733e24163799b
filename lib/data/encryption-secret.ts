import type { RemovalPolicy } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';

/**
 * The keys that seal what is secret in the table: one at first, and those that an operator adds. How the first value is
 * generated may never change: CloudFormation would generate it anew, and nothing that was ever sealed could be opened.
 */
export const addEncryptionSecret = (
  scope: Construct,
  { key, removalPolicy }: { key: IKey; removalPolicy: RemovalPolicy },
): ISecret =>
  new Secret(scope, 'SealingSecret', {
    description: 'Keys that seal what is secret in the table, by id, and the id of the current one',
    encryptionKey: key,
    removalPolicy,
    generateSecretString: {
      secretStringTemplate: JSON.stringify({ current: '1' }),
      generateStringKey: '1',
      excludePunctuation: true,
      passwordLength: 64,
    },
  });
