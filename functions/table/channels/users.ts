import type { Channel } from '../../model/channel.ts';
import { type TransactionPart, transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** Points the channel's id of a person at the contact and conversation. */
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

/** Keeps an existing pointer. */
export const putChannelUser = async (workspaceId: string, user: ChannelUser): Promise<void> => {
  await transact([channelUserPart(workspaceId, user)]);
};
