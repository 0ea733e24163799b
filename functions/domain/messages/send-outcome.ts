import { type MessageError, outcomeUnknown } from '../../model/messages/error.ts';
import { fallbackField, type ReplyResult, type SendResult } from '../../model/messages/message.ts';
import type { TemplateChoice } from '../../model/templates/template.ts';
import { errorFields, log } from '../../platform/log/log.ts';
import { errorMetricFields } from '../../platform/log/metrics.ts';
import { putPhoneAlias } from '../../table/contacts/contact-writes.ts';
import { updateFailedMessage, updateListedStatus } from '../../table/messages/message-status.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';
import type { NoteHealth } from '../channels/health.ts';
import type { ChannelRefusal } from '../channels/msgapp/refusal.ts';
import type { AcceptedSend, SendOutcome, UnreachableChannel } from '../channels/msgapp/send.ts';
import { platformError } from '../channels/platform-error.ts';
import { addLogFields } from '../log.ts';
import { markDefinitionStale } from '../templates/definitions.ts';
import { markSent, rereadMessage } from './mark-sent.ts';

interface SentRequest {
  to: string;
  template: TemplateChoice | undefined;
}

export const settleSend = async (
  message: StoredMessage,
  sent: SentRequest,
  outcome: SendOutcome,
  noteHealth: NoteHealth,
): Promise<StoredMessage> => {
  logFailure(message, outcome);
  const [recorded] = await Promise.all([recordOutcome(message, sent, outcome), noteHealth(outcome)]);
  if (recorded.status === 'failed') await updateListedStatus(recorded);
  return recorded;
};

const logFailure = ({ id, channel }: StoredMessage, outcome: SendOutcome): void => {
  if (outcome.outcome === 'accepted') return;
  addLogFields({
    sent_message_id: id,
    channel,
    channel_outcome: outcome.outcome,
    ...('code' in outcome ? { channel_code: outcome.code } : {}),
  });
};

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

/** A message that a receipt has reported meanwhile stays as it is. */
export const markFailed = async (sent: StoredMessage, error: MessageError): Promise<StoredMessage> =>
  (await updateFailedMessage(sent, error)) ? { ...sent, status: 'failed', error } : rereadMessage(sent);

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
    ...fallbackField(message),
  };
};

export const toReplyResult = (message: StoredMessage): ReplyResult => {
  const result = toSendResult(message);
  return message.channel === 'msgapp' ? result : { ...result, msgapp_message_id: null };
};

const unknownOutcomeError = ({ id, conversation_id }: StoredMessage): MessageError => ({
  ...outcomeUnknown,
  message:
    `The channel's response was lost, so it is not known whether message ${id} was sent. Do not send it again ` +
    `blindly: its status in conversation ${conversation_id} changes from "sending" when the channel reports on it, ` +
    'and to "failed" if no report arrives within 15 minutes.',
});
