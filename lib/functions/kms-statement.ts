import { Aws } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';

/** A service uses the key in the function's name. The condition keeps the function from using the key itself. */
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
