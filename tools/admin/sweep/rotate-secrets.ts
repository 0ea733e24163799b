import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { EncryptionSecretName } from '../../../functions/model/secret.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { keysMaxAgeMs, listKeyIds } from '../../../functions/platform/encryption.ts';
import { env } from '../../../functions/platform/env.ts';
import { reencryptItem, secretFilter } from './stored-secrets.ts';
import { type SweepOptions, type SweepTotals, sweepTable } from './sweep-table.ts';

const secretNames: readonly EncryptionSecretName[] = ['encryption', 'channelEncryption'];

export interface Rotation extends SweepTotals {
  keys: { secret: EncryptionSecretName; current: string; earlier: string[] }[];
  /** False while something may still be encrypted with an earlier key. */
  removable: boolean;
  /** Since then, no function encrypts with an earlier key. */
  settled_at: string;
}

/** Encrypts every secret in the table with the current key of its kind. */
export const rotateSecrets = async (
  options: SweepOptions & { onFailure: (message: string) => void },
): Promise<Rotation> => {
  const startedMs = clock.now();
  const keys = await Promise.all(secretNames.map(async (secret) => ({ secret, ...(await listKeyIds(secret)) })));
  const changedMs = Math.max(...(await Promise.all(secretNames.map(readChangeTime))));
  const settledMs = changedMs + keysMaxAgeMs;
  const totals = await sweepTable(
    {
      name: 'secrets',
      goal: keys.map(({ secret, current }) => `${secret} ${current}`).join(', '),
      filter: secretFilter,
      visit: (item) => reencryptItem(item, options.onFailure),
    },
    options,
  );
  const isComplete = totals.conflicts === 0 && totals.failed === 0;
  return { ...totals, keys, removable: isComplete && startedMs >= settledMs, settled_at: isoTime(settledMs) };
};

/** Functions keep what they read, so they may encrypt with the earlier key for a while after a change. */
const readChangeTime = async (secret: EncryptionSecretName): Promise<number> => {
  const { CreatedDate: changedAt } = await new SecretsManagerClient().send(
    new GetSecretValueCommand({ SecretId: env.secretId(secret) }),
  );
  return changedAt?.getTime() ?? clock.now();
};

export const explainRotation = ({ conflicts, failed, removable, keys, settled_at }: Rotation): string => {
  if (failed > 0)
    return 'Some values cannot be decrypted: see above. Keep every key, and replace those values before you try again.';
  if (conflicts > 0) return 'Some items changed meanwhile. Run the command again.';
  const earlier = keys.filter((entry) => entry.earlier.length > 0);
  if (earlier.length === 0) return 'Everything is encrypted with the current keys, and there are no others.';
  const names = earlier.map((entry) => `${entry.earlier.join(', ')} of the secret ${entry.secret}`).join(' and ');
  return removable
    ? `Nothing is encrypted with key ${names} any more. Remove it from the secret.`
    : `Functions may encrypt with key ${names} until ${settled_at}. Run the command again after that, before you remove it.`;
};
