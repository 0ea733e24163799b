import type { ChannelError, Message } from '../../model/message.ts';
import type { OutgoingMessage } from '../../model/outgoing-message.ts';
import { errorFields, log } from '../../platform/log.ts';
import { errorMetricFields } from '../../platform/metrics.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { putPhoneAlias } from '../../table/contacts/contact-writes.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';
import type { ChannelRefusal } from '../channels/msgapp/refusal.ts';
import { type AcceptedSend, sendToMsgapp, type UnreachableChannel } from '../channels/msgapp/send.ts';
import { addLogFields } from '../log.ts';
import { markDefinitionStale } from '../templates/definitions.ts';
import { type ChannelRequest, prepareSend } from './prepare-send.ts';
import { markFailed, markSent } from './send-outcome.ts';

/** Leaves a function of 25 s the time to store the outcome. */
const channelTimeoutMs = 8_000;

/**
 * Sends a message under this id and returns it as it is stored afterwards: accepted, refused, or `sending` when the
 * channel's answer was lost. It is stored before it is sent, so that no crash can lose it; and a further call with
 * its id finds it, whatever became of it, and sends nothing.
 */
export const sendMessage = async (
  workspaceId: string,
  id: string,
  outgoing: OutgoingMessage,
  senderType: Message['sender_type'] = 'agent',
): Promise<StoredMessage> => {
  const { message, channelRequest } = await retryOnConflict(() =>
    prepareSend({ workspaceId, id, outgoing, senderType }),
  );
  return channelRequest ? callChannel(message, channelRequest, outgoing) : message;
};

const callChannel = async (
  message: StoredMessage,
  { account, body }: ChannelRequest,
  { content }: OutgoingMessage,
): Promise<StoredMessage> => {
  const outcome = await sendToMsgapp(account, body, { timeoutMs: channelTimeoutMs });
  addLogFields({
    sent_message_id: message.id,
    channel: 'msgapp',
    channel_outcome: outcome.outcome,
    ...('code' in outcome ? { channel_code: outcome.code } : {}),
  });
  switch (outcome.outcome) {
    case 'accepted':
      return recordAccepted(message, body.to, outcome);
    case 'refused':
      return recordRefused(message, content, outcome);
    case 'unreachable':
      return markFailed(message, toUnreachableError(outcome));
    case 'unknown':
      return message;
  }
};

/** Keeps that the channel took a message. */
export const recordAccepted = async (
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
    // An error would have the caller send it again. The message is stored and sent: its first receipt does the rest.
    const { workspace_id, id: message_id } = message;
    const fields = { workspace_id, message_id, error: errorFields(error), ...errorMetricFields(error) };
    log('error', 'send not completed', fields);
    return { ...message, channel_message_id: channelMessageId };
  }
};

/** The customer will answer under the channel's own form of the number, which some countries write in another way. */
const storePhoneAlias = async (message: StoredMessage, phone: string, alias: string): Promise<void> => {
  if (alias !== phone && /^\+\d{1,20}$/.test(alias)) await putPhoneAlias(message.workspace_id, alias, message);
};

/** Keeps that the channel refused a message, and why. */
export const recordRefused = async (
  message: StoredMessage,
  content: OutgoingMessage['content'],
  { code, message: errorMessage, details }: ChannelRefusal,
): Promise<StoredMessage> => {
  const failed = await markFailed(message, { code, message: errorMessage, details });
  if (content.type === 'template') await markDefinitionStale(message.workspace_id, content.template, code);
  return failed;
};

export const toUnreachableError = ({ reason }: UnreachableChannel): ChannelError => ({
  code: null,
  message: `The channel could not be reached (${reason}), so that nothing was sent; try again later.`,
  details: null,
});
