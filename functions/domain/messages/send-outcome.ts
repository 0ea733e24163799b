import { Failure } from '../../model/api-error.ts';
import { type ChannelError, quote, type SendResult, statusAfter } from '../../model/message.ts';
import { untilWon } from '../../platform/retry-on-conflict.ts';
import { findConversation } from '../../table/conversations/conversations.ts';
import { findMessage, type StoredMessage } from '../../table/messages/messages.ts';
import { acceptMessage, failMessage } from '../../table/messages/send-writes.ts';

/**
 * Keeps that the channel has taken an outbound message, under this id, and makes it the last of its conversation. A
 * receipt may have told the same before: whoever comes second changes nothing.
 */
export const completeSend = async (sent: StoredMessage, channelMessageId: string): Promise<StoredMessage> => {
  let tries = 0;
  return untilWon(async () => {
    tries += 1;
    // At first nothing is read: the message is usually as it was sent, and the last of its conversation.
    const message = tries === 1 ? sent : await readAgain(sent);
    if (message.channel_message_id !== null) return message;
    const isLast = tries === 1 || (await isNewest(message));
    const after = {
      ...message,
      status: statusAfter(message.status, 'sent'),
      channel_message_id: channelMessageId,
    };
    return (await acceptMessage(message, after, isLast)) ? after : undefined;
  });
};

/** Keeps that the channel refused a message. One that is known to have been sent after all stays as it is. */
export const failSend = async (sent: StoredMessage, error: ChannelError): Promise<StoredMessage> =>
  (await failMessage(sent, error)) ? { ...sent, status: 'failed', error } : readAgain(sent);

const readAgain = async ({ conversation_id, id }: StoredMessage): Promise<StoredMessage> => {
  const message = await findMessage(conversation_id, id);
  if (message) return message;
  throw new Error(`The message ${id} is gone.`);
};

const isNewest = async ({ workspace_id, conversation_id, created_at }: StoredMessage): Promise<boolean> => {
  const conversation = await findConversation(workspace_id, conversation_id);
  return (conversation?.last_message_at ?? '') <= created_at;
};

/** What became of a send, as its caller gets to know it. A message that failed after its acceptance was accepted. */
export const sendResultOf = (message: StoredMessage): SendResult => {
  const { id, channel_message_id: channelMessageId, status, error } = message;
  if (channelMessageId === null) {
    throw new Failure('platform_error', status === 'failed' && error ? quote(error) : unknownOutcome(message));
  }
  return {
    message_id: id,
    msgapp_message_id: channelMessageId,
    conversation_id: message.conversation_id,
    contact_id: message.contact_id,
    contact_created: message.contact_created ?? false,
  };
};

const unknownOutcome = ({ id, conversation_id }: StoredMessage): string =>
  `The channel's answer was lost, so that it is not known whether the message ${id} was sent. Do not send it again ` +
  `blindly: when the channel reports on it, its status in the conversation ${conversation_id} changes from sending.`;
