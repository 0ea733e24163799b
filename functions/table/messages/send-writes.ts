import type { ChannelError } from '../../model/message.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { contactChangeParts, newContactParts } from '../contacts/contact-writes.ts';
import type { StoredContact } from '../contacts/contacts.ts';
import { newConversationPart, newConversationParts, type StoredConversation } from '../conversations/conversations.ts';
import { assign } from '../dynamodb/expressions.ts';
import { type TransactionPart, transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { consumeQuotaPart, refundQuotaPart } from '../workspaces/message-quota.ts';
import { tallyParts } from './message-updates.ts';
import { channelMessagePart, newMessagePart, type StoredMessage, sentMessagePart } from './messages.ts';

/** To whom a message goes, and what has to be made or changed so that it can. */
export type Addressee =
  | { kind: 'known'; conversation: StoredConversation }
  | { kind: 'renamed'; before: StoredContact; contact: StoredContact; conversation: StoredConversation }
  | { kind: 'new conversation'; contact: StoredContact; conversation: StoredConversation }
  | { kind: 'new contact'; contact: StoredContact; conversation: StoredConversation };

/** An outbound message that is about to be sent. */
export interface Send {
  message: StoredMessage & { spent_month: string };
  /** Messages that the plan covers in that month. */
  limit: number | null;
  addressee: Addressee;
}

/** Stores a message that is about to be sent, together with all that it makes and spends, or nothing. */
export const putSend = async ({
  message,
  limit,
  addressee,
}: Send): Promise<'stored' | 'quota_exceeded' | 'changed meanwhile'> => {
  const result = await transact([
    consumeQuotaPart(message.workspace_id, message.spent_month, limit, 1),
    newMessagePart(message),
    sentMessagePart(message),
    ...addresseeParts(message.workspace_id, addressee),
  ]);
  if (result.written) return 'stored';
  return result.failed === 0 ? 'quota_exceeded' : 'changed meanwhile';
};

export const addresseeParts = (workspaceId: string, addressee: Addressee): TransactionPart[] => {
  switch (addressee.kind) {
    case 'known':
      return [];
    case 'renamed':
      return contactChangeParts(workspaceId, addressee.before, addressee.contact);
    case 'new conversation':
      return newConversationParts(workspaceId, addressee.contact, addressee.conversation);
    case 'new contact':
      return [
        ...newContactParts(workspaceId, addressee.contact),
        newConversationPart(workspaceId, addressee.conversation),
      ];
  }
};

/**
 * Keeps that the channel has taken a message, and makes it the last of its conversation unless a later one is. False
 * when the message is no longer as it was seen, or a later one has come.
 */
export const acceptMessage = async (
  seen: StoredMessage,
  after: StoredMessage & { channel_message_id: string },
  isLast: boolean,
): Promise<boolean> => {
  const { written } = await transact([
    statusPart(seen, { status: after.status, channel_message_id: after.channel_message_id }),
    channelMessagePart(after, after.channel_message_id),
    ...(isLast ? [lastMessagePart(after), activityPart(after)] : []),
    ...tallyParts(seen, after.status),
  ]);
  return written;
};

/** Keeps that the channel refused a message, and gives back what it had spent; false when it is no longer `sending`. */
export const failMessage = async (seen: StoredMessage, error: ChannelError): Promise<boolean> => {
  const { written } = await transact([
    statusPart(seen, { status: 'failed', error }),
    ...tallyParts(seen, 'failed'),
    ...(seen.spent_month === undefined ? [] : [refundQuotaPart(seen.workspace_id, seen.spent_month, 1)]),
  ]);
  return written;
};

const statusPart = (seen: StoredMessage, fields: Partial<StoredMessage>): TransactionPart => ({
  Update: {
    Key: keys.message(seen.conversation_id, seen.id),
    ConditionExpression: '#status = :seen',
    ...assign(fields, { ':seen': seen.status }),
  },
});

/** An answer of the workspace: nothing is unread any more. */
const lastMessagePart = ({
  workspace_id,
  conversation_id,
  content_text,
  created_at,
  broadcast,
}: StoredMessage): TransactionPart => ({
  Update: {
    Key: keys.conversation(workspace_id, conversation_id),
    ConditionExpression:
      'attribute_exists(pk) AND (attribute_type(#last_message_at, :null) OR #last_message_at <= :last_message_at)',
    ...assign(
      {
        last_message_text: content_text,
        last_message_at: created_at,
        unread_count: 0,
        updated_at: isoTime(clock.now()),
        ...(broadcast ? { awaiting_reply: broadcast } : {}),
      },
      { ':null': 'NULL' },
    ),
  },
});

const activityPart = ({ workspace_id, contact_id, created_at }: StoredMessage): TransactionPart => ({
  Update: {
    Key: keys.contact(workspace_id, contact_id),
    ConditionExpression: 'attribute_exists(pk)',
    ...assign({ last_message_at: created_at }),
  },
});
