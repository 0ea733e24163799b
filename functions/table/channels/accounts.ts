import type { ChannelConnections } from '../../model/channels/account.ts';
import { type Channel, channels } from '../../model/channels/channel.ts';
import type { AccountError, AccountNotices } from '../../model/channels/health.ts';
import type { Encrypted, SigningChannel } from '../../model/secret.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { findItem, findItemsInOrder } from '../dynamodb/read.ts';
import { type TransactionPart, transact, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { type AccountIds, replaceNumberParts } from './business-numbers.ts';

export interface AccountPointer {
  workspaceId: string;
  /** Up to a minute old. Undefined before the first webhook. */
  lastWebhookAt: string | undefined;
  /** Outside of office hours, messages may be answered automatically. */
  answersAway: boolean;
  notices: AccountNotices;
}

export const findAccountPointer = async (channel: Channel, accountId: string): Promise<AccountPointer | undefined> => {
  const item = await findItem(keys.channelAccount(channel, accountId));
  return item && toAccountPointer(item);
};

/** The results are in the order of the accounts. */
export const findAccountPointers = async (
  accounts: readonly { channel: Channel; accountId: string }[],
): Promise<(AccountPointer | undefined)[]> => {
  const items = await findItemsInOrder(
    accounts.map(({ channel, accountId }) => keys.channelAccount(channel, accountId)),
  );
  return items.map((item) => item && toAccountPointer(item));
};

const toAccountPointer = ({
  pk,
  sk,
  workspace_id,
  last_webhook_at,
  answers_away,
  ...notices
}: Item): AccountPointer => ({
  workspaceId: String(workspace_id),
  lastWebhookAt: last_webhook_at === undefined ? undefined : String(last_webhook_at),
  answersAway: answers_away === true,
  notices,
});

export const findWorkspaceIdByAccount = async (channel: Channel, accountId: string): Promise<string | undefined> =>
  (await findAccountPointer(channel, accountId))?.workspaceId;

interface NewConnection {
  channel: Channel;
  ids: AccountIds;
  account: ChannelConnections[`${Channel}_account`];
  replaced: AccountIds | undefined;
  /** The workspace as it was read; a change since then is a conflict. */
  answersAway: boolean;
}

export const putChannelAccount = async (
  workspaceId: string,
  { channel, ids, account, replaced, answersAway }: NewConnection,
): Promise<'stored' | 'taken' | 'conflict'> => {
  const result = await transact([
    {
      Update: {
        Key: keys.workspace(workspaceId),
        ...withAway(replaceAccount(channel, account, replaced?.accountId), channel, answersAway),
      },
    },
    // An update, because the account keeps the time of its last webhook when it is connected again.
    {
      Update: {
        Key: keys.channelAccount(channel, ids.accountId),
        ConditionExpression: 'attribute_not_exists(pk) OR workspace_id = :workspace_id',
        ...assign({ workspace_id: workspaceId, ...(answersAway && { answers_away: true }) }),
      },
    },
    ...(replaced === undefined || replaced.accountId === ids.accountId
      ? []
      : [disconnectPart(workspaceId, channel, replaced.accountId)]),
    ...replaceNumberParts(workspaceId, replaced, ids),
  ]);
  if (result.written) return 'stored';
  return result.failedPart === 1 ? 'taken' : 'conflict';
};

/** The replaced account must still be the one that was read: else its pointer would stay behind. */
const replaceAccount = (channel: Channel, account: NewConnection['account'], replacedAccountId: string | undefined) => {
  const field = `${channel}_account`;
  if (replacedAccountId === undefined)
    return {
      ConditionExpression: `attribute_exists(pk) AND attribute_not_exists(#${field})`,
      ...assign({ [field]: account }),
    };
  const { ExpressionAttributeNames: names, ...update } = assign(
    { [field]: account },
    { ':replaced': replacedAccountId },
  );
  return {
    ...update,
    ConditionExpression: `#${field}.#account_id = :replaced`,
    ExpressionAttributeNames: { ...names, '#account_id': accountIdField(channel) },
  };
};

const withAway = (update: ReturnType<typeof replaceAccount>, channel: Channel, answersAway: boolean) => ({
  ...update,
  ConditionExpression: `${update.ConditionExpression} AND ${answersAway ? '' : 'NOT '}contains(away_channels, :channel)`,
  ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':channel': channel },
});

/**
 * Marks the accounts whose messages may be answered automatically, so messages to the others cost no read more. An
 * account that is connected or disconnected meanwhile is a conflict.
 */
export const awayParts = (
  workspaceId: string,
  accounts: Partial<Record<Channel, string>>,
  away: readonly Channel[],
): TransactionPart[] => [
  {
    Update: {
      Key: keys.workspace(workspaceId),
      UpdateExpression: 'SET away_channels = :away',
      ConditionExpression: ['attribute_exists(pk)', ...channels.map((channel) => isAccount(channel, accounts))].join(
        ' AND ',
      ),
      ExpressionAttributeValues: {
        ':away': away,
        ...Object.fromEntries(Object.entries(accounts).map(([channel, id]) => [`:${channel}`, id])),
      },
    },
  },
  ...channels.flatMap((channel): TransactionPart[] => {
    const id = accounts[channel];
    if (id === undefined) return [];
    return [
      {
        Update: {
          Key: keys.channelAccount(channel, id),
          UpdateExpression: away.includes(channel) ? 'SET answers_away = :on' : 'REMOVE answers_away',
          ConditionExpression: 'workspace_id = :workspace',
          ExpressionAttributeValues: { ':workspace': workspaceId, ...(away.includes(channel) && { ':on': true }) },
        },
      },
    ];
  }),
];

const isAccount = (channel: Channel, accounts: Partial<Record<Channel, string>>): string =>
  accounts[channel] === undefined
    ? `attribute_not_exists(${channel}_account)`
    : `${channel}_account.${accountIdField(channel)} = :${channel}`;

const accountIdField = (channel: Channel): string => (channel === 'msgapp' ? 'phone_number_id' : 'account_id');

/** False if the account was connected anew or disconnected meanwhile. */
export const removeChannelAccount = async (
  workspaceId: string,
  channel: Channel,
  ids: AccountIds,
): Promise<boolean> => {
  const { accountId } = ids;
  const { written } = await transact([
    {
      Update: {
        Key: keys.workspace(workspaceId),
        UpdateExpression: 'REMOVE #account',
        ConditionExpression: '#account.#account_id = :account_id',
        ExpressionAttributeNames: { '#account': `${channel}_account`, '#account_id': accountIdField(channel) },
        ExpressionAttributeValues: { ':account_id': accountId },
      },
    },
    disconnectPart(workspaceId, channel, accountId),
    ...replaceNumberParts(workspaceId, ids, undefined),
  ]);
  return written;
};

const disconnectPart = (workspaceId: string, channel: Channel, accountId: string): TransactionPart => ({
  Delete: {
    Key: keys.channelAccount(channel, accountId),
    ConditionExpression: 'attribute_not_exists(pk) OR workspace_id = :workspace',
    ExpressionAttributeValues: { ':workspace': workspaceId },
  },
});

/** An older notice than the stored one changes nothing. */
export const putAccountNotice = async <Field extends keyof AccountNotices>(
  phoneNumberId: string,
  field: Field,
  notice: NonNullable<AccountNotices[Field]>,
): Promise<boolean> => {
  const { written } = await updateIf({
    Key: keys.channelAccount('msgapp', phoneNumberId),
    UpdateExpression: 'SET #notice = :notice',
    ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(#notice) OR #notice.#at <= :at)',
    ExpressionAttributeNames: { '#notice': field, '#at': 'at' },
    ExpressionAttributeValues: { ':notice': notice, ':at': notice.at },
  });
  return written;
};

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

/** Keeps an error that came later. */
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
