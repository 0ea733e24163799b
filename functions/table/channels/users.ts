import type { Channel } from '../../model/contact.ts';
import { type TransactionPart, transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** A person on a channel, as the channel knows one, and whose contact and conversation that is. */
export interface ChannelUser {
  channel: Channel;
  userId: string;
  contactId: string;
  conversationId: string | undefined;
}

/** Leads from the channel's id of a person to the contact; it fails when the id leads somewhere already. */
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

/** Leaves everything as it is when the id leads somewhere already. */
export const putChannelUser = async (workspaceId: string, user: ChannelUser): Promise<void> => {
  await transact([channelUserPart(workspaceId, user)]);
};
