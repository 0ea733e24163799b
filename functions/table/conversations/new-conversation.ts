import { type StoredContact, withConversation } from '../../model/contacts/stored-contact.ts';
import type { StoredConversation } from '../../model/conversations/conversation.ts';
import { requestIdField } from '../../platform/log/invocation-trace.ts';
import { assign, withChangeBit } from '../dynamodb/expressions.ts';
import type { TransactionPart } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { toStatusKey } from './conversations.ts';
import { toInboxFields } from './inbox-fields.ts';
import { withTrackedFields } from './tracked-fields.ts';

export const newConversationPart = (workspaceId: string, conversation: StoredConversation): TransactionPart => ({
  Put: {
    Item: {
      ...keys.conversation(workspaceId, conversation.id),
      entity: 'conversation',
      ...requestIdField(),
      ...withTrackedFields(conversation),
      status_key: toStatusKey(workspaceId, conversation.status),
      // A conversation that we start, perhaps in a broadcast to thousands, enters the inbox with the first answer.
      ...(conversation.waiting_since && toInboxFields(workspaceId, conversation, conversation.waiting_since)),
    },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

/**
 * Gives an existing contact its first conversation on a channel. `contact.version` is the version that was read: the
 * conversation carries a copy of the contact, so the write fails when the contact changed since.
 */
export const newConversationParts = (
  workspaceId: string,
  contact: StoredContact,
  conversation: StoredConversation,
): TransactionPart[] => [
  newConversationPart(workspaceId, conversation),
  contactConversationPart(workspaceId, contact, conversation),
  ...(conversation.channel === 'msgapp' && contact.phone !== null
    ? [phoneConversationPart(workspaceId, contact.phone, conversation.id)]
    : []),
];

const contactConversationPart = (
  workspaceId: string,
  contact: StoredContact,
  conversation: StoredConversation,
): TransactionPart => {
  const after = withConversation(contact, conversation);
  const { name, channels, updated_at, conversation_ids, last_inbound_at, last_message_at } = after;
  const activity = { ...(last_inbound_at && { last_inbound_at }), ...(last_message_at && { last_message_at }) };
  const fields = { name, channels, updated_at, conversation_ids, ...activity };
  // The contact may have a new name.
  const update = withChangeBit(assign({ ...fields, version: contact.version + 1 }, { ':expected': contact.version }));
  const status = statusUpdate(contact, conversation);
  return {
    Update: {
      Key: keys.contact(workspaceId, contact.id),
      ConditionExpression: '#version = :expected',
      UpdateExpression: `${update.UpdateExpression}, ${status.expression}`,
      ExpressionAttributeNames: { ...update.ExpressionAttributeNames, ...status.names },
      ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':status': status.value },
    },
  };
};

/** Sets only this channel's status: the others change without a new version of the contact. */
const statusUpdate = (
  contact: StoredContact,
  { channel, status }: StoredConversation,
): { expression: string; names: Record<string, string>; value: unknown } =>
  contact.conversation_statuses
    ? { expression: 'conversation_statuses.#channel = :status', names: { '#channel': channel }, value: status }
    : { expression: 'conversation_statuses = :status', names: {}, value: { [channel]: status } };

const phoneConversationPart = (workspaceId: string, phone: string, conversationId: string): TransactionPart => ({
  Update: {
    Key: keys.phone(workspaceId, phone),
    ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(conversation_id)',
    ...assign({ conversation_id: conversationId }),
  },
});
