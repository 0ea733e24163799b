import type { StoredConversation } from '../../model/conversation.ts';
import type { MessageError } from '../../model/message-error.ts';
import type { StoredContact } from '../../model/stored-contact.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { contactUpdateParts, newContactParts } from '../contacts/contact-writes.ts';
import { newConversationPart, newConversationParts } from '../conversations/conversations.ts';
import { statusCounterParts } from '../counters.ts';
import { assign } from '../dynamodb/expressions.ts';
import { type TransactionPart, transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { consumeQuotaPart, refundQuotaPart } from '../workspaces/message-quota.ts';
import { channelMessagePart, newMessagePart, type StoredMessage } from './messages.ts';

export type SendRecipient =
  | { kind: 'existing_conversation'; conversation: StoredConversation }
  | { kind: 'renamed_contact'; before: StoredContact; contact: StoredContact; conversation: StoredConversation }
  | { kind: 'new_conversation'; contact: StoredContact; conversation: StoredConversation }
  | { kind: 'new_contact'; contact: StoredContact; conversation: StoredConversation };

export interface NewSend {
  message: StoredMessage & { quota_month: string };
  limit: number | null;
  recipient: SendRecipient;
}

export const putSend = async ({
  message,
  limit,
  recipient,
}: NewSend): Promise<'stored' | 'quota_exceeded' | 'conflict'> => {
  const result = await transact([
    consumeQuotaPart(message.workspace_id, message.quota_month, limit, 1),
    newMessagePart(message),
    ...contactAndConversationParts(message.workspace_id, recipient),
  ]);
  if (result.written) return 'stored';
  return result.failedPart === 0 ? 'quota_exceeded' : 'conflict';
};

export const contactAndConversationParts = (workspaceId: string, recipient: SendRecipient): TransactionPart[] => {
  switch (recipient.kind) {
    case 'existing_conversation':
      return [];
    case 'renamed_contact':
      return contactUpdateParts(workspaceId, recipient.before, recipient.contact);
    case 'new_conversation':
      return newConversationParts(workspaceId, recipient.contact, recipient.conversation);
    case 'new_contact':
      return [
        ...newContactParts(workspaceId, recipient.contact),
        newConversationPart(workspaceId, recipient.conversation),
      ];
  }
};

export type AcceptedMessage = StoredMessage & { channel_message_id: string };

/** `unread` counts the customer's messages after this one, in a conversation that has newer messages. */
export type AcceptedPosition = 'last' | { conversation: StoredConversation; unread: number };

/**
 * Takes back the failure and the refund of a message that no longer counts as failed. False if the message has changed,
 * or if the conversation has another last message than `position` assumes.
 */
export const updateAcceptedMessage = async (
  expected: StoredMessage,
  after: AcceptedMessage,
  position: AcceptedPosition,
): Promise<boolean> => {
  const fields = { status: after.status, channel_message_id: after.channel_message_id };
  const isCorrected = expected.status === 'failed' && after.status !== 'failed';
  const { written } = await transact([
    isCorrected ? withoutError(statusPart(expected, fields)) : statusPart(expected, fields),
    channelMessagePart(after, after.channel_message_id),
    ...(position === 'last' ? [lastMessagePart(after), contactActivityPart(after)] : unreadParts(after, position)),
    ...statusCounterParts(expected, after.status),
    ...(isCorrected ? consumeRefundParts(expected) : []),
  ]);
  return written;
};

/** Without a limit: the message was sent, even if others have used up the quota since. */
const consumeRefundParts = ({ workspace_id, quota_month }: StoredMessage): TransactionPart[] =>
  quota_month === undefined ? [] : [consumeQuotaPart(workspace_id, quota_month, null, 1)];

export const updateFailedMessage = async (expected: StoredMessage, error: MessageError): Promise<boolean> => {
  const { written } = await transact([
    statusPart(expected, { status: 'failed', error }),
    ...statusCounterParts(expected, 'failed'),
    ...(expected.quota_month === undefined ? [] : [refundQuotaPart(expected.workspace_id, expected.quota_month, 1)]),
  ]);
  return written;
};

const statusPart = (expected: StoredMessage, fields: Partial<StoredMessage>) => ({
  Update: {
    Key: keys.message(expected.conversation_id, expected.id),
    ConditionExpression: '#status = :expected',
    ...assign(fields, { ':expected': expected.status }),
  },
});

const withoutError = ({ Update: update }: ReturnType<typeof statusPart>): TransactionPart => ({
  Update: {
    ...update,
    UpdateExpression: `${update.UpdateExpression} REMOVE #error`,
    ExpressionAttributeNames: { ...update.ExpressionAttributeNames, '#error': 'error' },
  },
});

const lastMessagePart = ({
  workspace_id,
  conversation_id,
  id,
  content_text,
  created_at,
  broadcast,
}: StoredMessage): TransactionPart => ({
  Update: {
    Key: keys.conversation(workspace_id, conversation_id),
    ConditionExpression:
      'attribute_exists(pk) AND (attribute_type(#last_message_at, :null) OR #last_message_at <= :last_message_at) ' +
      'AND (attribute_not_exists(#last_message_id) OR #last_message_id <= :last_message_id)',
    ...assign(
      {
        last_message_text: content_text,
        last_message_at: created_at,
        last_message_id: id,
        unread_count: 0,
        updated_at: isoTime(clock.now()),
        ...(broadcast ? { awaiting_reply: broadcast } : {}),
      },
      { ':null': 'NULL' },
    ),
  },
});

const unreadParts = (
  { workspace_id, conversation_id }: StoredMessage,
  { conversation, unread }: Exclude<AcceptedPosition, 'last'>,
): TransactionPart[] => {
  const { unread_count: expected, last_message_at } = conversation;
  if (unread === expected) return [];
  return [
    {
      Update: {
        Key: keys.conversation(workspace_id, conversation_id),
        ConditionExpression: '#unread_count = :expected AND last_message_at = :at',
        ...assign({ unread_count: unread }, { ':expected': expected, ':at': last_message_at }),
      },
    },
  ];
};

const contactActivityPart = ({ workspace_id, contact_id, created_at }: StoredMessage): TransactionPart => ({
  Update: {
    Key: keys.contact(workspace_id, contact_id),
    ConditionExpression: 'attribute_exists(pk)',
    ...assign({ last_message_at: created_at }),
  },
});
