import { Aws } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';

/**
 * The service uses the key on the function's behalf; the function cannot call KMS directly. A key that AWS owns needs no
 * permission.
 */
export const kmsStatements = (
  key: IKey | undefined,
  service: 'dynamodb' | 's3' | 'secretsmanager' | 'sqs',
  actions: string[],
): PolicyStatement[] =>
  key === undefined
    ? []
    : [
        new PolicyStatement({
          actions,
          resources: [key.keyArn],
          conditions: { StringEquals: { 'kms:ViaService': `${service}.${Aws.REGION}.${Aws.URL_SUFFIX}` } },
        }),
      ];
