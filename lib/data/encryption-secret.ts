import { CfnOutput, type RemovalPolicy } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { EncryptionSecretName, SigningChannel } from '../../functions/model/secret.ts';

export interface EncryptionSecretProps {
  key: IKey | undefined;
  removalPolicy: RemovalPolicy;
  /** A restored table is of no use without these keys. */
  replicaRegion: string | undefined;
}

/** No key id is in both secrets, so a ciphertext tells which one it needs. */
const secrets = {
  encryption: { id: 'SealingSecret', firstKeyId: '1', purpose: 'webhook secrets and stored responses' },
  channelEncryption: { id: 'ChannelSealingSecret', firstKeyId: 'c1', purpose: 'access tokens and secrets of channels' },
} as const satisfies Record<EncryptionSecretName, unknown>;

/**
 * The keys that encrypt secrets in the table: one at first, and any that an operator adds. Never change the construct id
 * or `generateSecretString`: CloudFormation would replace the keys, and everything encrypted with them would be lost.
 */
export const addEncryptionSecret = (
  scope: Construct,
  name: EncryptionSecretName,
  { key, removalPolicy, replicaRegion }: EncryptionSecretProps,
): ISecret => {
  const { id, firstKeyId, purpose } = secrets[name];
  return new Secret(scope, id, {
    description: `Keys that encrypt ${purpose} in the table, by id, and the id of the current one`,
    ...(key === undefined ? {} : { encryptionKey: key }),
    removalPolicy,
    ...(replicaRegion === undefined ? {} : { replicaRegions: [{ region: replicaRegion }] }),
    generateSecretString: {
      secretStringTemplate: JSON.stringify({ current: firstKeyId }),
      generateStringKey: firstKeyId,
      excludePunctuation: true,
      passwordLength: 64,
    },
  });
};

/**
 * The operator fills in the app secrets; until then every webhook of the channel fails its signature check. Never change
 * `generateSecretString`: CloudFormation would overwrite the operator's value with a new one.
 */
export const addChannelSecret = (
  scope: Construct,
  channel: SigningChannel,
  { key, removalPolicy }: { key: IKey | undefined; removalPolicy: RemovalPolicy },
): ISecret => {
  const name = `${channel.charAt(0).toUpperCase()}${channel.slice(1)}Secret`;
  const secret = new Secret(scope, name, {
    description: `App secrets and verify token of ${channel}`,
    ...(key === undefined ? {} : { encryptionKey: key }),
    removalPolicy,
    generateSecretString: {
      secretStringTemplate: JSON.stringify({ app_secrets: [] }),
      generateStringKey: 'verify_token',
      excludePunctuation: true,
      passwordLength: 40,
    },
  });
  new CfnOutput(scope, `${name}Arn`, { value: secret.secretArn });
  return secret;
};
