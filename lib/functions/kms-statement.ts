import { Aws } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';

/** The service uses the key on the function's behalf; the function cannot call KMS directly. */
export const kmsStatement = (
  key: IKey,
  service: 'dynamodb' | 'sqs' | 'secretsmanager',
  actions: string[],
): PolicyStatement =>
  new PolicyStatement({
    actions,
    resources: [key.keyArn],
    conditions: { StringEquals: { 'kms:ViaService': `${service}.${Aws.REGION}.${Aws.URL_SUFFIX}` } },
  });
