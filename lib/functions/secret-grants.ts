import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Grant } from '../../functions/model/grant.ts';
import { type SecretName, secretNames } from '../../functions/model/secret.ts';
import { secretIdVariable } from '../../functions/platform/env.ts';
import { kmsStatement } from './kms-statement.ts';

export type Secrets = Readonly<Record<SecretName, ISecret>>;

export const secretStatements = (grants: readonly Grant[], secrets: Secrets, key: IKey): PolicyStatement[] => {
  const resources = grantedSecrets(grants).map((name) => secrets[name].secretArn);
  if (resources.length === 0) return [];
  return [
    new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources }),
    kmsStatement(key, 'secretsmanager', ['kms:Decrypt']),
  ];
};

export const secretEnvironment = (grants: readonly Grant[], secrets: Secrets): Record<string, string> =>
  Object.fromEntries(grantedSecrets(grants).map((name) => [secretIdVariable(name), secrets[name].secretArn]));

const grantedSecrets = (grants: readonly Grant[]): SecretName[] =>
  secretNames.filter((name) => grants.includes(`secret:${name}`));
