import { type ChannelUser, channelUserPart } from '../channels/users.ts';
import { newContactParts } from '../contacts/contact-writes.ts';
import type { StoredContact } from '../contacts/contacts.ts';
import {
  newConversationPart,
  newConversationParts,
  type StoredConversation,
  toStatusKey,
} from '../conversations/conversations.ts';
import { incrementCountersPart } from '../counters.ts';
import { assignForwardOnly } from '../dynamodb/expressions.ts';
import { type TransactionPart, transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { channelMessagePart, newMessagePart, type StoredMessage } from '../messages/messages.ts';

/** Where an inbound message goes, and what has to be made or changed with it. The conversation is as it will be. */
export type InboundTarget = { contact: StoredContact; conversation: StoredConversation } & (
  | { kind: 'existing_conversation'; before: StoredConversation }
  | { kind: 'new_conversation' }
  | { kind: 'new_contact' }
);

export interface NewInboundMessage {
  message: StoredMessage & { channel_message_id: string };
  target: InboundTarget;
  /** The channel's id of the person, when it leads to nobody yet. */
  newChannelUser: ChannelUser | undefined;
}

/** Stores a message that came in, together with all that it makes and changes, or nothing. */
export const putInboundMessage = async ({
  message,
  target,
  newChannelUser,
}: NewInboundMessage): Promise<'stored' | 'already_stored' | 'conflict'> => {
  const result = await transact([
    channelMessagePart(message, message.channel_message_id),
    newMessagePart(message),
    ...targetParts(message, target),
    ...(newChannelUser ? [channelUserPart(message.workspace_id, newChannelUser)] : []),
  ]);
  if (result.written) return 'stored';
  return result.failedPart === 0 ? 'already_stored' : 'conflict';
};

const targetParts = (message: StoredMessage, target: InboundTarget): TransactionPart[] => {
  const { contact, conversation } = target;
  switch (target.kind) {
    case 'existing_conversation':
      return [
        conversationPart(message, target.before, conversation),
        ...replyParts(target.before),
        ...activityParts(message, contact, conversation),
      ];
    case 'new_conversation':
      return newConversationParts(message.workspace_id, contact, conversation);
    case 'new_contact':
      return [
        ...newContactParts(message.workspace_id, contact),
        newConversationPart(message.workspace_id, conversation),
      ];
  }
};

/** One unread message more. It fails when the conversation has been closed, or opened, since it was read. */
const conversationPart = (
  { workspace_id, created_at }: StoredMessage,
  before: StoredConversation,
  { id, status, last_message_text, last_message_at, last_inbound_at, updated_at }: StoredConversation,
): TransactionPart => {
  const isLast = last_message_at === created_at;
  const reopens = before.status !== status;
  const update = assignForwardOnly(
    {
      updated_at,
      ...(isLast ? { last_message_text } : {}),
      ...(reopens ? { status, status_key: toStatusKey(workspace_id, status) } : {}),
    },
    {
      ...(isLast ? { last_message_at } : {}),
      ...(last_inbound_at === null || last_inbound_at === before.last_inbound_at ? {} : { last_inbound_at }),
    },
  );
  const reply = replyUpdate(before);
  return {
    Update: {
      Key: keys.conversation(workspace_id, id),
      UpdateExpression: `${update.UpdateExpression} ADD unread_count :one${reply.removal}`,
      ConditionExpression: `${update.ConditionExpression} AND #status ${reopens ? '=' : '<>'} :closed${reply.condition}`,
      ExpressionAttributeNames: { ...update.ExpressionAttributeNames, '#status': 'status' },
      ExpressionAttributeValues: {
        ...update.ExpressionAttributeValues,
        ':one': 1,
        ':closed': 'closed',
        ...reply.values,
      },
    },
  };
};

/** The first message after a broadcast is the reply to it; only one of those that come at once can be the first. */
const replyParts = ({ awaiting_reply: shard }: StoredConversation): TransactionPart[] =>
  shard ? [incrementCountersPart(shard, { replied_count: 1 })] : [];

const replyUpdate = ({ awaiting_reply: shard }: StoredConversation) =>
  shard
    ? {
        removal: ' REMOVE awaiting_reply',
        condition: ' AND awaiting_reply.broadcast_id = :broadcast',
        values: { ':broadcast': shard.broadcast_id },
      }
    : { removal: '', condition: '', values: {} };

/** What segments ask of a contact. Nothing is written where its other channels know of something later. */
const activityParts = (
  { workspace_id, created_at }: StoredMessage,
  contact: StoredContact,
  { channel, status, last_message_at, last_inbound_at }: StoredConversation,
): TransactionPart[] => {
  const { conversation_statuses: statuses = {} } = contact;
  const fields = statuses[channel] === status ? {} : { conversation_statuses: { ...statuses, [channel]: status } };
  const times = {
    ...(last_message_at === created_at && isLater(created_at, contact.last_message_at) ? { last_message_at } : {}),
    ...(last_inbound_at !== null && isLater(last_inbound_at, contact.last_inbound_at) ? { last_inbound_at } : {}),
  };
  if (Object.keys({ ...fields, ...times }).length === 0) return [];
  return [{ Update: { Key: keys.contact(workspace_id, contact.id), ...assignForwardOnly(fields, times) } }];
};

const isLater = (time: string, current: string | undefined): boolean => current === undefined || time > current;
