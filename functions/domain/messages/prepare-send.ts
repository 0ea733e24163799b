import type { Message } from '../../model/message.ts';
import type { OutgoingMessage } from '../../model/outgoing-message.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';
import { type Addressee, putSend, type Send } from '../../table/messages/send-writes.ts';
import type { MsgappAccount } from '../channels/msgapp/account.ts';
import { type MessageBody, messageBody } from '../channels/msgapp/message-body.ts';
import { planLimitReached } from '../workspaces/message-quota.ts';
import { type FittedContent, fitContent } from './content.ts';
import { addresseeOf } from './recipient.ts';
import { clearSend } from './send-checks.ts';
import { readSendGround, type SendGround } from './send-context.ts';

/** A message that a caller wants to be sent. */
export interface SendOrder {
  workspaceId: string;
  /** The id of the message: the same at every try of one call. */
  id: string;
  outgoing: OutgoingMessage;
  senderType: Message['sender_type'];
}

/** A stored message, and how to send it, unless an earlier try of the same call has stored it. */
export interface BegunSend {
  message: StoredMessage;
  call: ChannelCall | undefined;
}

export interface ChannelCall {
  account: MsgappAccount;
  body: MessageBody;
}

/**
 * Stores the message as `sending` with all that it makes and spends, or refuses it and leaves everything as it was.
 * Nothing comes back when somebody else made or changed the contact or its conversation first.
 */
export const beginSend = async (order: SendOrder): Promise<BegunSend | undefined> => {
  const { workspaceId, id, outgoing } = order;
  const ground = await readSendGround(workspaceId, id, outgoing);
  if (ground.own) return { message: ground.own, call: undefined };
  const { account, replyToChannelMessageId } = await clearSend(ground, outgoing);
  const content = await fitContent(workspaceId, account, outgoing.content, ground.template);
  const addressee = addresseeOf(ground, outgoing.name);
  const message = newMessage(order, ground, addressee, content);
  const limit = ground.workspace.messages_per_month;
  const stored = await putSend({ message, limit, addressee });
  if (stored === 'quota_exceeded') throw planLimitReached(limit);
  if (stored === 'changed meanwhile') return undefined;
  const body = messageBody({ to: ground.phone, messageId: id, replyToChannelMessageId }, content.sent);
  return { message, call: { account, body } };
};

const newMessage = (
  { workspaceId, id, outgoing, senderType }: SendOrder,
  { month }: SendGround,
  addressee: Addressee,
  { kept }: FittedContent,
): Send['message'] => ({
  ...newOutbound({ workspaceId, id, senderType }, addressee, kept),
  reply_to_message_id: outgoing.replyToMessageId ?? null,
  spent_month: month,
});

/** A message that is about to be sent. */
export const newOutbound = (
  { workspaceId, id, senderType }: Pick<SendOrder, 'workspaceId' | 'id' | 'senderType'>,
  { kind, conversation }: Addressee,
  kept: FittedContent['kept'],
): StoredMessage => ({
  id,
  workspace_id: workspaceId,
  conversation_id: conversation.id,
  contact_id: conversation.contact_id,
  channel: 'msgapp',
  channel_message_id: null,
  direction: 'outbound',
  sender_type: senderType,
  ...kept,
  status: 'sending',
  reply_to_message_id: null,
  interactive_reply_id: null,
  deleted_at: null,
  created_at: isoTime(clock.now()),
  contact_created: kind === 'new contact',
});
