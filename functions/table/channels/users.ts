import type { Channel } from '../../model/channel.ts';
import { type TransactionPart, transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

export interface ChannelUser {
  channel: Channel;
  userId: string;
  contactId: string;
  conversationId: string | undefined;
}

export const channelUserPart = (workspaceId: string, user: ChannelUser): TransactionPart => ({
  Put: {
    Item: {
      ...keys.channelUser(workspaceId, user.channel, user.userId),
      contact_id: user.contactId,
      conversation_id: user.conversationId,
    },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

export const putChannelUser = async (workspaceId: string, user: ChannelUser): Promise<void> => {
  await transact([channelUserPart(workspaceId, user)]);
};
