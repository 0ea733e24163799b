import type { Channel } from '../../model/channels/channel.ts';
import type { AccountError } from '../../model/channels/health.ts';
import type { Encrypted, SigningChannel } from '../../model/secret.ts';
import { assign } from '../dynamodb/expressions.ts';
import { updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** It writes only if the stored time is older than `before`, so parallel workers write once. */
export const updateLastWebhook = async (
  channel: Channel,
  accountId: string,
  { at, before }: { at: string; before: string },
): Promise<void> => {
  await updateIf({
    Key: keys.channelAccount(channel, accountId),
    ConditionExpression:
      'attribute_exists(pk) AND (attribute_not_exists(#last_webhook_at) OR #last_webhook_at < :before)',
    ...assign({ last_webhook_at: at }, { ':before': before }),
  });
};

/** An account connected anew has another token or id, to which the error does not apply. */
type FailedAccount = { access_token: Encrypted } | { phone_number_id: string };

/** Keeps an error with the same code, and so the time since when it holds. */
export const putAccountError = async (
  workspaceId: string,
  channel: SigningChannel,
  failed: FailedAccount,
  error: AccountError,
): Promise<void> => {
  const [[field, value] = []] = Object.entries(failed);
  await updateIf({
    Key: keys.workspace(workspaceId),
    UpdateExpression: 'SET #account.#error = :new',
    ConditionExpression:
      '#account.#field = :value AND (attribute_not_exists(#account.#error) OR #account.#error.#code <> :code)',
    ExpressionAttributeNames: { ...accountNames(channel), '#field': String(field), '#code': 'code' },
    ExpressionAttributeValues: { ':new': error, ':value': value, ':code': error.code },
  });
};

/** A later error stays. */
export const removeAccountError = async (
  workspaceId: string,
  channel: SigningChannel,
  { at }: AccountError,
): Promise<void> => {
  await updateIf({
    Key: keys.workspace(workspaceId),
    UpdateExpression: 'REMOVE #account.#error',
    ConditionExpression: '#account.#error.#at = :at',
    ExpressionAttributeNames: { ...accountNames(channel), '#at': 'at' },
    ExpressionAttributeValues: { ':at': at },
  });
};

const accountNames = (channel: SigningChannel) => ({ '#account': `${channel}_account`, '#error': 'last_error' });
