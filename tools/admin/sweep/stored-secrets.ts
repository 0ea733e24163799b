import { type SecretContext, secretContexts } from '../../../functions/domain/workspaces/secret-contexts.ts';
import type { EncryptionSecretName } from '../../../functions/model/secret.ts';
import { reencrypt } from '../../../functions/platform/encryption.ts';
import type { Item } from '../../../functions/table/dynamodb/item.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import type { Visit } from './sweep-table.ts';

interface StoredSecret {
  path: readonly [string] | readonly [string, string];
  context: SecretContext;
  value: string;
}

/** Items that may hold a ciphertext. */
export const secretFilter = {
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
  ...toStored(
    ['web_account', 'secret'],
    secretContexts.webSecret(workspaceId, Object(item['web_account']).account_id),
    Object(item['web_account']).secret,
  ),
];

const toStored = (path: StoredSecret['path'], context: SecretContext, value: unknown): StoredSecret[] =>
  typeof value === 'string' && value.startsWith('encrypted:') ? [{ path, context, value }] : [];

/** `onFailure` gets the place of a value that no key decrypts, never the value. */
export const reencryptItem = async (item: Item, onFailure: (message: string) => void): Promise<Visit> => {
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
