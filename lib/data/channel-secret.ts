import { CfnOutput, type RemovalPolicy } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { SigningChannel } from '../../functions/model/secret.ts';

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
