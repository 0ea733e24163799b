import type { OutgoingMessage } from '../../model/messages/outgoing-message.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { updateRefusedContent } from '../../table/messages/message-status.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';
import { sendToMsgapp } from '../channels/msgapp/send.ts';
import { rereadMessage } from './mark-sent.ts';
import { type ChannelRequest, type ContentRequest, type PreparedSend, prepareSend } from './prepare-send.ts';
import { isReplyWindowRefusal } from './reply-window.ts';
import { settleSend } from './send-outcome.ts';

/**
 * Sends a message under this id, idempotently. It is stored before the channel is called, so a crash cannot lose it,
 * and a retry finds it and does not send again. It stays `sending` if the channel's response is lost, until a receipt
 * or the check (`check-message.ts`) completes it.
 */
export const sendMessage = async (workspaceId: string, id: string, outgoing: OutgoingMessage): Promise<StoredMessage> =>
  sendPrepared(await retryOnConflict(() => prepareSend({ workspaceId, id, outgoing })));

export const sendPrepared = async ({ message, channelRequest }: PreparedSend): Promise<StoredMessage> =>
  channelRequest ? callChannel(message, channelRequest) : message;

const callChannel = async (message: StoredMessage, request: ChannelRequest): Promise<StoredMessage> => {
  const { account, noteHealth, body, template, fallback } = request;
  const outcome = await sendToMsgapp(account, body);
  if (fallback && isReplyWindowRefusal(outcome)) return callWithFallback(message, request, fallback);
  return settleSend(message, { to: body.to, template }, outcome, noteHealth);
};

/** The message shows the template before the channel is called, so a receipt after a crash completes what was sent. */
const callWithFallback = async (
  message: StoredMessage,
  request: ChannelRequest,
  fallback: ContentRequest,
): Promise<StoredMessage> => {
  const { messageFields } = fallback;
  if (!(await updateRefusedContent(message, messageFields))) return rereadMessage(message);
  return callChannel({ ...message, ...messageFields }, { ...request, ...fallback, fallback: undefined });
};
