import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Grant } from '../../functions/model/grant.ts';
import { type SecretName, secretNames } from '../../functions/model/secret.ts';
import { secretIdVariable } from '../../functions/platform/env.ts';
import { kmsStatements } from './kms-statements.ts';

/** `oidc` is in the stack of the dashboard, the others are in the data stack. */
export type Secrets = Readonly<Record<Exclude<SecretName, 'oidc'>, ISecret> & { oidc?: ISecret }>;

export const secretStatements = (
  grants: readonly Grant[],
  secrets: Secrets,
  key: IKey | undefined,
): PolicyStatement[] => {
  const resources = grantedSecrets(grants, secrets).map(({ secretArn }) => secretArn);
  if (resources.length === 0) return [];
  return [
    new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources }),
    ...kmsStatements(key, 'secretsmanager', ['kms:Decrypt']),
  ];
};

export const secretEnvironment = (grants: readonly Grant[], secrets: Secrets): Record<string, string> =>
  Object.fromEntries(grantedSecrets(grants, secrets).map(({ name, secretArn }) => [secretIdVariable(name), secretArn]));

const grantedSecrets = (grants: readonly Grant[], secrets: Secrets): { name: SecretName; secretArn: string }[] =>
  secretNames
    .filter((name) => grants.includes(`secret:${name}`))
    .map((name) => {
      const secret = secrets[name];
      if (!secret) throw new Error(`A function needs the secret ${name}, which its stack does not have.`);
      return { name, secretArn: secret.secretArn };
    });
