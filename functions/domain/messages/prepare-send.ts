import type { Message } from '../../model/message.ts';
import type { OutgoingMessage } from '../../model/outgoing-message.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';
import { type NewSend, putSend, type SendRecipient } from '../../table/messages/send-writes.ts';
import type { MsgappAccount } from '../channels/msgapp/account.ts';
import { buildMessageBody, type MessageBody } from '../channels/msgapp/message-body.ts';
import { planLimitReached } from '../workspaces/message-quota.ts';
import { type FittedContent, fitContent } from './content.ts';
import { resolveRecipient } from './recipient.ts';
import { checkSend } from './send-checks.ts';
import { loadSendContext, type SendContext } from './send-context.ts';

/** A message that a caller wants to be sent. */
export interface SendRequest {
  workspaceId: string;
  /** The id of the message: the same at every try of one call. */
  id: string;
  outgoing: OutgoingMessage;
  senderType: Message['sender_type'];
}

/** A stored message, and how to send it, unless an earlier try of the same call has stored it. */
export interface PreparedSend {
  message: StoredMessage;
  channelRequest: ChannelRequest | undefined;
}

export interface ChannelRequest {
  account: MsgappAccount;
  body: MessageBody;
}

/**
 * Stores the message as `sending` with all that it makes and spends, or refuses it and leaves everything as it was.
 * Nothing comes back when somebody else made or changed the contact or its conversation first.
 */
export const prepareSend = async (request: SendRequest): Promise<PreparedSend | 'conflict'> => {
  const { workspaceId, id, outgoing } = request;
  const context = await loadSendContext(workspaceId, id, outgoing);
  if (context.storedMessage) return { message: context.storedMessage, channelRequest: undefined };
  const { account, replyToChannelMessageId } = await checkSend(context, outgoing);
  const content = await fitContent(workspaceId, account, outgoing.content, context.template);
  const recipient = resolveRecipient(context, outgoing.name);
  const message = newMessage(request, context, recipient, content);
  const limit = context.workspace.messages_per_month;
  const outcome = await putSend({ message, limit, recipient: recipient });
  if (outcome === 'quota_exceeded') throw planLimitReached(limit);
  if (outcome === 'conflict') return 'conflict';
  const body = buildMessageBody({ to: context.phone, messageId: id, replyToChannelMessageId }, content.channelContent);
  return { message, channelRequest: { account, body } };
};

const newMessage = (
  { workspaceId, id, outgoing, senderType }: SendRequest,
  { month }: SendContext,
  recipient: SendRecipient,
  { messageFields }: FittedContent,
): NewSend['message'] => ({
  ...newOutboundMessage({ workspaceId, id, senderType }, recipient, messageFields),
  reply_to_message_id: outgoing.replyToMessageId ?? null,
  quota_month: month,
});

/** A message that is about to be sent. */
export const newOutboundMessage = (
  { workspaceId, id, senderType }: Pick<SendRequest, 'workspaceId' | 'id' | 'senderType'>,
  { kind, conversation }: SendRecipient,
  messageFields: FittedContent['messageFields'],
): StoredMessage => ({
  id,
  workspace_id: workspaceId,
  conversation_id: conversation.id,
  contact_id: conversation.contact_id,
  channel: 'msgapp',
  channel_message_id: null,
  direction: 'outbound',
  sender_type: senderType,
  ...messageFields,
  status: 'sending',
  reply_to_message_id: null,
  interactive_reply_id: null,
  deleted_at: null,
  created_at: isoTime(clock.now()),
  contact_created: kind === 'new_contact',
});
