import { Failure } from '../../model/api-error.ts';
import { quote, type SendResult } from '../../model/message.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';

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
