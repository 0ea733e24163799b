import type { ChannelConnections } from '../../model/channels/account.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { AccountNotices } from '../../model/channels/health.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { findItem, findItemsInOrder } from '../dynamodb/read.ts';
import { type TransactionPart, transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { type AccountIds, replaceNumberParts } from './business-numbers.ts';

export interface AccountPointer {
  workspaceId: string;
  /** Up to a minute old. Undefined before the first webhook. */
  lastWebhookAt: string | undefined;
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

const toAccountPointer = ({ pk, sk, workspace_id, last_webhook_at, ...notices }: Item): AccountPointer => ({
  workspaceId: String(workspace_id),
  lastWebhookAt: last_webhook_at === undefined ? undefined : String(last_webhook_at),
  notices,
});

export const findWorkspaceIdByAccount = async (channel: Channel, accountId: string): Promise<string | undefined> =>
  (await findAccountPointer(channel, accountId))?.workspaceId;

interface NewConnection {
  channel: Channel;
  ids: AccountIds;
  account: ChannelConnections[`${Channel}_account`];
  replaced: AccountIds | undefined;
}

export const putChannelAccount = async (
  workspaceId: string,
  { channel, ids, account, replaced }: NewConnection,
): Promise<'stored' | 'taken' | 'conflict'> => {
  const result = await transact([
    { Update: { Key: keys.workspace(workspaceId), ...replaceAccount(channel, account, replaced?.accountId) } },
    // An update, because the account keeps the time of its last webhook when it is connected again.
    {
      Update: {
        Key: keys.channelAccount(channel, ids.accountId),
        ConditionExpression: 'attribute_not_exists(pk) OR workspace_id = :workspace_id',
        ...assign({ workspace_id: workspaceId }),
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
