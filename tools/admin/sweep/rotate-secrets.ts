import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { type SecretContext, secretContexts } from '../../../functions/domain/workspaces/secret-contexts.ts';
import type { EncryptionSecretName } from '../../../functions/model/secret.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { keysMaxAgeMs, listKeyIds, reencrypt } from '../../../functions/platform/encryption.ts';
import { env } from '../../../functions/platform/env.ts';
import type { Item } from '../../../functions/table/dynamodb/item.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { type SweepOptions, type SweepTotals, sweepTable, type Visit } from './sweep-table.ts';

const secretNames: readonly EncryptionSecretName[] = ['encryption', 'channelEncryption'];

export interface Rotation extends SweepTotals {
  keys: { secret: EncryptionSecretName; current: string; earlier: string[] }[];
  /** False while something may still be encrypted with an earlier key. */
  removable: boolean;
  /** The time since which no function encrypts with an earlier key. */
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

interface StoredSecret {
  path: readonly [string] | readonly [string, string];
  context: SecretContext;
  value: string;
}

/** Items that may hold a ciphertext. */
const secretFilter = {
  expression: 'sk = :workspace OR begins_with(#secret, :encrypted) OR begins_with(answer_body, :encrypted)',
  names: { '#secret': 'secret' },
  values: { ':workspace': 'WORKSPACE', ':encrypted': 'encrypted:' },
};

export const listStoredSecrets = (item: Item): StoredSecret[] => {
  const [kind, workspaceId = '', detail = ''] = String(item['pk']).split('#');
  if (kind === 'WS' && item['sk'] === 'WORKSPACE') return listChannelSecrets(workspaceId, item);
  if (kind === 'WS' && detail === 'WEBHOOK') {
    const context = secretContexts.webhookSecret(workspaceId, String(item['sk']));
    return ['secret', 'previous_secret'].flatMap((name) => toStored([name], context, item[name]));
  }
  if (kind === 'WS' && detail === 'WEB_CHAT') {
    const context = secretContexts.chatSecret(workspaceId);
    return ['secret', 'previous_secret'].flatMap((name) => toStored([name], context, item[name]));
  }
  if (kind === 'IDEMPOTENCY')
    return toStored(
      ['answer_body'],
      secretContexts.answer(workspaceId, detail, item['answer_secret'] as EncryptionSecretName | undefined),
      item['answer_body'],
    );
  return [];
};

const listChannelSecrets = (workspaceId: string, item: Item): StoredSecret[] => [
  ...(['msgapp', 'social'] as const).flatMap((channel) => {
    const account = Object(item[`${channel}_account`]);
    const context = secretContexts.accessToken(workspaceId, channel, account.base_url);
    return toStored([`${channel}_account`, 'access_token'], context, account.access_token);
  }),
  ...['secret', 'previous_secret'].flatMap((name) => {
    const account = Object(item['web_account']);
    return toStored(['web_account', name], secretContexts.webSecret(workspaceId, account.account_id), account[name]);
  }),
];

const toStored = (path: StoredSecret['path'], context: SecretContext, value: unknown): StoredSecret[] =>
  typeof value === 'string' && value.startsWith('encrypted:') ? [{ path, context, value }] : [];

/** `onFailure` gets the place of a value that no key decrypts, never the value. */
const reencryptItem = async (item: Item, onFailure: (message: string) => void): Promise<Visit> => {
  const visits: Visit[] = [];
  for (const secret of listStoredSecrets(item)) visits.push(await reencryptSecret(item, secret, onFailure));
  return (['failed', 'conflict', 'changed'] as const).find((visit) => visits.includes(visit)) ?? 'unchanged';
};

const reencryptSecret = async (
  { pk, sk }: Item,
  { path, context, value }: StoredSecret,
  onFailure: (message: string) => void,
): Promise<Visit> => {
  try {
    const replacement = await reencrypt(context, value);
    if (replacement === undefined) return 'unchanged';
    const place = path.map((_, index) => `#p${index}`).join('.');
    const { written } = await updateIf({
      Key: { pk, sk },
      ConditionExpression: `${place} = :old`,
      UpdateExpression: `SET ${place} = :new`,
      ExpressionAttributeNames: Object.fromEntries(path.map((name, index) => [`#p${index}`, name])),
      ExpressionAttributeValues: { ':old': value, ':new': replacement },
    });
    return written ? 'changed' : 'conflict';
  } catch (error) {
    onFailure(error instanceof Error ? error.message : String(error));
    return 'failed';
  }
};
