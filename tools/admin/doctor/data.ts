import { BackupClient, DescribeRegionSettingsCommand } from '@aws-sdk/client-backup';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';
import type { EncryptionSecretName, SigningChannel } from '../../../functions/model/secret.ts';
import { attention, type Finding, ok, problem } from './finding.ts';
import type { Outputs } from './stacks.ts';

export const checkBackup = async (): Promise<Finding[]> => {
  const { ResourceTypeOptInPreference: optIn, ResourceTypeManagementPreference: managed } =
    await new BackupClient().send(new DescribeRegionSettingsCommand({}));
  if (optIn?.['DynamoDB'] && managed?.['DynamoDB']) return [ok('backup', 'AWS Backup manages DynamoDB in this region')];
  return [
    problem(
      'backup',
      'AWS Backup does not manage DynamoDB in this region, so copies fail',
      'Run aws backup update-region-settings --resource-type-opt-in-preference DynamoDB=true ' +
        '--resource-type-management-preference DynamoDB=true.',
    ),
  ];
};

const channelSecret = z.object({ app_secrets: z.array(z.string()) });

const channelOutputs: Record<SigningChannel, string> = { msgapp: 'MsgappSecretArn', social: 'SocialSecretArn' };

/** Never prints a value. */
export const checkChannelSecrets = async (outputs: Outputs): Promise<Finding[]> => {
  const findings = Object.entries(channelOutputs).map(async ([channel, output]): Promise<Finding[]> => {
    const SecretId = outputs.get(output);
    if (SecretId === undefined) return [];
    const { success, data } = channelSecret.safeParse(await readJsonSecret(SecretId));
    const check = `secret of ${channel}`;
    if (success && data.app_secrets.some((secret) => secret.length > 0)) return [ok(check, 'is filled in')];
    const remedy = `If you use ${channel}, put its app secret into ${output}: see "Secrets" in docs/operations.md.`;
    return success
      ? [attention(check, 'has no app secret, so every webhook of the channel is refused', remedy)]
      : [problem(check, 'is not {"app_secrets":[…],"verify_token":"…"}', remedy)];
  });
  return (await Promise.all(findings)).flat();
};

const encryptionSecret = z.looseObject({ current: z.string().regex(/^[a-z0-9]{1,32}$/) });

const encryptionOutputs: Record<EncryptionSecretName, string> = {
  encryption: 'EncryptionSecretArn',
  channelEncryption: 'ChannelEncryptionSecretArn',
};

export const checkEncryptionSecrets = async (outputs: Outputs): Promise<Finding[]> => {
  const seen = new Set<string>();
  const findings: Finding[] = [];
  for (const [name, output] of Object.entries(encryptionOutputs)) {
    const SecretId = outputs.get(output);
    if (SecretId === undefined) continue;
    const { success, data } = encryptionSecret.safeParse(await readJsonSecret(SecretId));
    const { current, ...keys } = data ?? { current: '' };
    const ids = Object.keys(keys);
    const check = `secret ${name}`;
    if (!success || typeof keys[current] !== 'string')
      findings.push(problem(check, 'has no key under its current id', `Correct ${output}: see docs/operations.md.`));
    else if (ids.some((id) => seen.has(id)))
      findings.push(
        attention(check, 'shares a key with the other secret', 'Run admin secrets rotate, then remove it.'),
      );
    else if (ids.length > 1)
      findings.push(
        attention(check, `keeps ${ids.length - 1} earlier keys`, 'Run admin secrets rotate, then remove them.'),
      );
    else findings.push(ok(check, `key ${current}`));
    for (const id of ids) seen.add(id);
  }
  return findings;
};

const readJsonSecret = async (SecretId: string): Promise<unknown> => {
  const { SecretString: text = '' } = await new SecretsManagerClient().send(new GetSecretValueCommand({ SecretId }));
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
