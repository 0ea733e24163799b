import { findItemsInOrder } from '../../functions/table/dynamodb/read.ts';
import { keys } from '../../functions/table/keys.ts';
import type { StoredMessage } from '../../functions/table/messages/messages.ts';

/** All that the acceptance of a message by the channel changes. */
export const findAcceptance = async (
  { workspace_id, conversation_id, contact_id, id }: StoredMessage,
  wamid: string,
) => {
  const [message, pointer, conversation, contact] = await findItemsInOrder([
    keys.message(conversation_id, id),
    keys.channelMessage(workspace_id, 'msgapp', wamid),
    keys.conversation(workspace_id, conversation_id),
    keys.contact(workspace_id, contact_id),
  ]);
  return {
    status: message?.['status'],
    channelMessageId: message?.['channel_message_id'],
    pointedId: pointer?.['message_id'],
    lastMessageId: conversation?.['last_message_id'],
    unread: conversation?.['unread_count'],
    awaitingReply: conversation?.['awaiting_reply'],
    contactLastMessageAt: contact?.['last_message_at'],
  };
};

/** `findAcceptance` finds this once all of it is recorded, in a conversation without a newer message. */
export const completeAcceptance = (
  { id, created_at, broadcast }: StoredMessage,
  channelMessageId: string,
  status = 'sent',
) => ({
  status,
  channelMessageId,
  pointedId: id,
  lastMessageId: id,
  unread: 0,
  awaitingReply: broadcast && { ...broadcast, at: Date.parse(created_at) },
  contactLastMessageAt: created_at,
});
