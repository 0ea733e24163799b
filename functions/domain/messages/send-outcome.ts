import { ApiError } from '../../model/api-error.ts';
import { type ChannelError, formatChannelError, type SendResult, statusAfter } from '../../model/message.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { findConversation } from '../../table/conversations/conversations.ts';
import { findMessage, type StoredMessage } from '../../table/messages/messages.ts';
import { updateAcceptedMessage, updateFailedMessage } from '../../table/messages/send-writes.ts';

/**
 * Keeps that the channel has taken an outbound message, under this id, and makes it the last of its conversation. A
 * receipt may have told the same before: whoever comes second changes nothing.
 */
export const markSent = async (sent: StoredMessage, channelMessageId: string): Promise<StoredMessage> => {
  let attempts = 0;
  return retryOnConflict(async () => {
    attempts += 1;
    // At first nothing is read: the message is usually as it was sent, and the last of its conversation.
    const message = attempts === 1 ? sent : await rereadMessage(sent);
    if (message.channel_message_id !== null) return message;
    const isLast = attempts === 1 || (await isNewestMessage(message));
    const after = {
      ...message,
      status: statusAfter(message.status, 'sent'),
      channel_message_id: channelMessageId,
    };
    return (await updateAcceptedMessage(message, after, isLast)) ? after : 'conflict';
  });
};

/** Keeps that the channel refused a message. One that is known to have been sent after all stays as it is. */
export const markFailed = async (sent: StoredMessage, error: ChannelError): Promise<StoredMessage> =>
  (await updateFailedMessage(sent, error)) ? { ...sent, status: 'failed', error } : rereadMessage(sent);

const rereadMessage = async ({ conversation_id, id }: StoredMessage): Promise<StoredMessage> => {
  const message = await findMessage(conversation_id, id);
  if (message) return message;
  throw new Error(`The message ${id} is gone.`);
};

const isNewestMessage = async ({ workspace_id, conversation_id, created_at }: StoredMessage): Promise<boolean> => {
  const conversation = await findConversation(workspace_id, conversation_id);
  return (conversation?.last_message_at ?? '') <= created_at;
};

/** What became of a send, as its caller gets to know it. A message that failed after its acceptance was accepted. */
export const toSendResult = (message: StoredMessage): SendResult => {
  const { id, channel_message_id: channelMessageId, status, error } = message;
  if (channelMessageId === null) {
    throw new ApiError(
      'platform_error',
      status === 'failed' && error ? formatChannelError(error) : unknownOutcomeMessage(message),
    );
  }
  return {
    message_id: id,
    msgapp_message_id: channelMessageId,
    conversation_id: message.conversation_id,
    contact_id: message.contact_id,
    contact_created: message.contact_created ?? false,
  };
};

const unknownOutcomeMessage = ({ id, conversation_id }: StoredMessage): string =>
  `The channel's answer was lost, so that it is not known whether the message ${id} was sent. Do not send it again ` +
  `blindly: when the channel reports on it, its status in the conversation ${conversation_id} changes from sending.`;
