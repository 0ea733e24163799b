import type { StoredConversation } from '../../model/conversations/conversation.ts';
import { newId } from '../../platform/ids.ts';
import { contactStatusPart } from '../conversations/conversation-writes.ts';
import { toStatusKey } from '../conversations/conversations.ts';
import { toInboxFields } from '../conversations/inbox-fields.ts';
import { type StoredEntry, toNoteKey } from '../conversations/notes.ts';
import { assign, withChangeBit } from '../dynamodb/expressions.ts';
import { type TransactionPart, transact, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import type { StoredMessage } from '../messages/messages.ts';

/** `moved_from` tells the stream that the message is not new. A message that changed meanwhile is moved by the next run. */
export const moveMessage = async (
  message: StoredMessage,
  { id: from, moved_to: to = '', contact_id }: StoredConversation,
): Promise<void> => {
  const { workspace_id, channel, id, channel_message_id: channelId, status } = message;
  const moved = { ...message, conversation_id: to, contact_id, moved_from: from };
  await transact([
    {
      Put: {
        Item: { ...keys.message(to, id), entity: 'message', ...moved },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    {
      Delete: {
        Key: keys.message(from, id),
        ConditionExpression: '#status = :status',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':status': status },
      },
    },
    ...(channelId === null ? [] : [pointerPart(keys.channelMessage(workspace_id, channel, channelId), id, to)]),
  ]);
};

const pointerPart = (Key: { pk: string; sk: string }, messageId: string, to: string): TransactionPart => ({
  Update: {
    Key,
    ConditionExpression: 'message_id = :id',
    ...assign({ conversation_id: to }, { ':id': messageId }),
  },
});

/** Does nothing if the message is gone. */
export const renameMessage = async ({ conversation_id, id }: StoredMessage, contactId: string): Promise<void> => {
  await updateIf({
    Key: keys.message(conversation_id, id),
    ConditionExpression: 'attribute_exists(pk)',
    ...assign({ contact_id: contactId }),
  });
};

export const moveEntry = async (
  entry: StoredEntry,
  { id: from, moved_to: to = '' }: StoredConversation,
): Promise<void> => {
  await transact([
    {
      Put: {
        Item: { ...toNoteKey(to, entry.id), entity: 'note', ...entry },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    { Delete: { Key: toNoteKey(from, entry.id), ConditionExpression: 'attribute_exists(pk)' } },
  ]);
};

/** Removes the empty conversation and adds what it knew to the other one, unless that was erased. False if one changed. */
export const completeMove = async (
  workspaceId: string,
  { id, last_message_id }: StoredConversation,
  target: { before: StoredConversation; after: StoredConversation } | undefined,
): Promise<boolean> => {
  const { written } = await transact([
    {
      Delete: {
        Key: keys.conversation(workspaceId, id),
        ConditionExpression: last_message_id ? 'last_message_id = :last' : 'attribute_not_exists(last_message_id)',
        ...(last_message_id && { ExpressionAttributeValues: { ':last': last_message_id } }),
      },
    },
    ...(target ? targetParts(workspaceId, target.before, target.after) : []),
  ]);
  return written;
};

const targetParts = (workspaceId: string, before: StoredConversation, after: StoredConversation): TransactionPart[] => {
  const { status, unread_count, updated_at, last_message_at, last_message_text, last_inbound_at } = after;
  const { last_message, last_message_id, waiting_since, unseen, snooze } = after;
  const fields = {
    ...{ status, unread_count, updated_at, last_message_at, last_message_text, last_inbound_at },
    ...(last_message && { last_message }),
    ...(last_message_id && { last_message_id }),
    ...(waiting_since && { waiting_since }),
    ...(unseen && { unseen }),
    ...(snooze && { snooze }),
    noted: newId().slice(-12),
    status_key: toStatusKey(workspaceId, status),
    ...toInboxFields(workspaceId, after, updated_at),
  };
  const update = {
    Update: {
      Key: keys.conversation(workspaceId, after.id),
      ConditionExpression:
        '#status = :status_before AND #unread_count = :unread_before AND #updated_at = :updated_before',
      ...withChangeBit(
        assign(fields, {
          ':status_before': before.status,
          ':unread_before': before.unread_count,
          ':updated_before': before.updated_at,
        }),
      ),
    },
  };
  const { contact_id, channel } = after;
  return [update, ...(status === before.status ? [] : [contactStatusPart(workspaceId, contact_id, channel, status)])];
};
