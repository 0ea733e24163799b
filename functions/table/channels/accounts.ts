import type { Channel } from '../../model/channel.ts';
import type { ChannelConnections } from '../../model/channel-account.ts';
import { assign } from '../dynamodb/expressions.ts';
import { findItem } from '../dynamodb/read.ts';
import { type TransactionPart, transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

export const findWorkspaceIdByAccount = async (channel: Channel, accountId: string): Promise<string | undefined> => {
  const pointer = await findItem(keys.channelAccount(channel, accountId));
  return pointer && String(pointer['workspace_id']);
};

interface NewConnection {
  channel: Channel;
  accountId: string;
  account: ChannelConnections[`${Channel}_account`];
  replacedAccountId: string | undefined;
}

export const putChannelAccount = async (
  workspaceId: string,
  { channel, accountId, account, replacedAccountId }: NewConnection,
): Promise<boolean> => {
  const { written } = await transact([
    {
      Update: {
        Key: keys.workspace(workspaceId),
        ConditionExpression: 'attribute_exists(pk)',
        ...assign({ [`${channel}_account`]: account }),
      },
    },
    {
      Put: {
        Item: { ...keys.channelAccount(channel, accountId), workspace_id: workspaceId },
        ConditionExpression: 'attribute_not_exists(pk) OR workspace_id = :workspace',
        ExpressionAttributeValues: { ':workspace': workspaceId },
      },
    },
    ...(replacedAccountId === undefined || replacedAccountId === accountId
      ? []
      : [disconnectPart(workspaceId, channel, replacedAccountId)]),
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
