import type { OutgoingMessage } from '../../model/outgoing-message.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';
import { sendToMsgapp } from '../channels/msgapp/send.ts';
import { addLogFields } from '../log.ts';
import { type ChannelRequest, prepareSend } from './prepare-send.ts';
import { recordOutcome } from './send-outcome.ts';

/**
 * Sends a message under this id, idempotently. It is stored before the channel is called, so a crash cannot lose it,
 * and a retry finds it and does not send again. It stays `sending` if the channel's response is lost, until a receipt
 * or the check (`check-message.ts`) completes it.
 */
export const sendMessage = async (
  workspaceId: string,
  id: string,
  outgoing: OutgoingMessage,
): Promise<StoredMessage> => {
  const { message, channelRequest } = await retryOnConflict(() => prepareSend({ workspaceId, id, outgoing }));
  return channelRequest ? callChannel(message, channelRequest, outgoing) : message;
};

const callChannel = async (
  message: StoredMessage,
  { account, noteHealth, body }: ChannelRequest,
  { content }: OutgoingMessage,
): Promise<StoredMessage> => {
  const outcome = await sendToMsgapp(account, body);
  if (outcome.outcome !== 'accepted')
    addLogFields({
      sent_message_id: message.id,
      channel: 'msgapp',
      channel_outcome: outcome.outcome,
      ...('code' in outcome ? { channel_code: outcome.code } : {}),
    });
  const sent = { to: body.to, template: 'template' in content ? content.template : undefined };
  const [recorded] = await Promise.all([recordOutcome(message, sent, outcome), noteHealth(outcome)]);
  return recorded;
};
