import { isNewestMessage } from '../../model/conversation.ts';
import { type SendResult, statusAfter } from '../../model/message.ts';
import type { MessageError } from '../../model/message-error.ts';
import type { TemplateChoice } from '../../model/template.ts';
import { errorFields, log } from '../../platform/log.ts';
import { errorMetricFields } from '../../platform/metrics.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { putPhoneAlias } from '../../table/contacts/contact-writes.ts';
import { findConversation } from '../../table/conversations/conversations.ts';
import { findMessage, queryMessages, type StoredMessage } from '../../table/messages/messages.ts';
import {
  type AcceptedMessage,
  type AcceptedPosition,
  updateAcceptedMessage,
  updateFailedMessage,
} from '../../table/messages/send-writes.ts';
import type { ChannelRefusal } from '../channels/msgapp/refusal.ts';
import type { AcceptedSend, SendOutcome, UnreachableChannel } from '../channels/msgapp/send.ts';
import { markDefinitionStale } from '../templates/definitions.ts';
import { platformError } from './platform-error.ts';

interface SentRequest {
  to: string;
  template: TemplateChoice | undefined;
}

/** Returns the message as stored. It is still `sending` if the outcome is unknown or could not be recorded. */
export const recordOutcome = async (
  message: StoredMessage,
  { to, template }: SentRequest,
  outcome: SendOutcome,
): Promise<StoredMessage> => {
  switch (outcome.outcome) {
    case 'accepted':
      return recordAccepted(message, to, outcome);
    case 'refused':
      return recordRefused(message, template, outcome);
    case 'unreachable':
      return markFailed(message, toUnreachableError(outcome));
    case 'unknown':
      return message;
  }
};

const recordAccepted = async (
  message: StoredMessage,
  phone: string,
  { channelMessageId, waId }: AcceptedSend,
): Promise<StoredMessage> => {
  try {
    const [sent] = await Promise.all([
      markSent(message, channelMessageId),
      storePhoneAlias(message, phone, `+${waId}`),
    ]);
    return sent;
  } catch (error) {
    // An error would make the caller send again. The message is stored and sent; its first receipt completes it.
    const { workspace_id, id: message_id } = message;
    const fields = { workspace_id, message_id, error: errorFields(error), ...errorMetricFields(error) };
    log('error', 'accepted send not recorded', fields);
    return { ...message, channel_message_id: channelMessageId };
  }
};

/** Some countries write a number in two forms; the customer's reply names the channel's form. */
const storePhoneAlias = async (message: StoredMessage, phone: string, alias: string): Promise<void> => {
  if (alias !== phone && /^\+\d{1,20}$/.test(alias)) await putPhoneAlias(message.workspace_id, alias, message);
};

const recordRefused = async (
  message: StoredMessage,
  template: TemplateChoice | undefined,
  { code, message: errorMessage, details, retryAfterSeconds }: ChannelRefusal,
): Promise<StoredMessage> => {
  const failed = await markFailed(message, {
    code,
    message: errorMessage,
    details,
    ...(retryAfterSeconds === null ? {} : { retry_after_seconds: retryAfterSeconds }),
  });
  if (template) await markDefinitionStale(message.workspace_id, template, code);
  return failed;
};

const toUnreachableError = ({ reason }: UnreachableChannel): MessageError => ({
  code: 'channel_unreachable',
  message: `The channel could not be reached (${reason}), so nothing was sent. Try again later.`,
  details: null,
});

/** A message with a channel id stays as it is: a receipt has recorded it already. */
export const markSent = async (sent: StoredMessage, channelMessageId: string): Promise<StoredMessage> => {
  let attempts = 0;
  return retryOnConflict(async () => {
    attempts += 1;
    // The first attempt reads nothing: usually the message is unchanged and the newest of its conversation.
    const message = attempts === 1 ? sent : await rereadMessage(sent);
    if (message.channel_message_id !== null) return message;
    const position = attempts === 1 ? 'last' : await findPosition(message);
    const after = toAccepted(message, channelMessageId);
    return (await updateAcceptedMessage(message, after, position)) ? after : 'conflict';
  });
};

/** A message that failed only because its outcome was unknown was sent after all. */
const toAccepted = (message: StoredMessage, channelMessageId: string): AcceptedMessage => {
  const { error, ...fields } = message;
  return error?.code === outcomeUnknown.code
    ? { ...fields, status: 'sent', channel_message_id: channelMessageId }
    : { ...message, status: statusAfter(message.status, 'sent'), channel_message_id: channelMessageId };
};

/** Recorded after the check. A later receipt still proves that the message was sent. */
export const outcomeUnknown = {
  code: 'outcome_unknown',
  message: 'The outcome is unknown: no response and no receipt arrived. The message may have been delivered.',
  details: null,
} as const satisfies MessageError;

/** A message that a receipt has reported meanwhile stays as it is. */
export const markFailed = async (sent: StoredMessage, error: MessageError): Promise<StoredMessage> =>
  (await updateFailedMessage(sent, error)) ? { ...sent, status: 'failed', error } : rereadMessage(sent);

const rereadMessage = async ({ conversation_id, id }: StoredMessage): Promise<StoredMessage> => {
  const message = await findMessage(conversation_id, id);
  if (message) return message;
  throw new Error(`Message ${id} does not exist.`);
};

/** The customer may have written, or another send been accepted, while the channel was called. */
const findPosition = async (message: StoredMessage): Promise<AcceptedPosition> => {
  const conversation = await findConversation(message.workspace_id, message.conversation_id);
  if (!conversation || isNewestMessage(conversation, message)) return 'last';
  const { items: newestMessages } = await queryMessages(message.conversation_id, { limit: 100, after: undefined });
  return { conversation, unread: countUnread(newestMessages, message.id) ?? conversation.unread_count };
};

/** Inbound messages since the last accepted one; undefined if that is further back. */
const countUnread = (newestMessages: readonly StoredMessage[], acceptedId: string): number | undefined => {
  const lastOutbound = newestMessages.findIndex(
    ({ id, direction, channel_message_id }) =>
      id <= acceptedId || (direction === 'outbound' && channel_message_id !== null),
  );
  if (lastOutbound < 0) return undefined;
  return newestMessages.slice(0, lastOutbound).filter(({ direction }) => direction === 'inbound').length;
};

/** A message that failed after the channel accepted it is a successful send. */
export const toSendResult = (message: StoredMessage): SendResult => {
  const { id, channel_message_id: channelMessageId, status, error } = message;
  if (channelMessageId === null) {
    throw platformError(status === 'failed' && error ? error : unknownOutcomeError(message), id);
  }
  return {
    message_id: id,
    msgapp_message_id: channelMessageId,
    conversation_id: message.conversation_id,
    contact_id: message.contact_id,
    contact_created: message.contact_created ?? false,
  };
};

const unknownOutcomeError = ({ id, conversation_id }: StoredMessage): MessageError => ({
  ...outcomeUnknown,
  message:
    `The channel's response was lost, so it is not known whether message ${id} was sent. Do not send it again ` +
    `blindly: its status in conversation ${conversation_id} changes from "sending" when the channel reports on it, ` +
    'and to "failed" if no report arrives within 15 minutes.',
});
