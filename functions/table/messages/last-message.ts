import type { StoredConversation } from '../../model/conversations/conversation.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { toStoredConversation } from '../conversations/conversations.ts';
import { assign } from '../dynamodb/expressions.ts';
import { updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import type { StoredMessage } from './messages.ts';

/**
 * Makes an accepted message the last one, once. Returns the conversation if it has this message or a newer one as its
 * last already, and nothing if its contact was erased meanwhile.
 */
export const updateLastMessage = async ({
  workspace_id,
  conversation_id,
  id,
  content_text,
  created_at,
  broadcast,
}: StoredMessage): Promise<StoredConversation | undefined> => {
  const { written, item } = await updateIf({
    Key: keys.conversation(workspace_id, conversation_id),
    ConditionExpression:
      'attribute_exists(pk) AND (attribute_type(#last_message_at, :null) OR #last_message_at <= :last_message_at) ' +
      'AND (attribute_not_exists(#last_message_id) OR #last_message_id < :last_message_id)',
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
  });
  return written || !item ? undefined : toStoredConversation(item);
};

export const updateUnreadCount = async (
  workspaceId: string,
  { id, unread_count, last_message_at }: StoredConversation,
  unread: number,
): Promise<boolean> => {
  const { written } = await updateIf({
    Key: keys.conversation(workspaceId, id),
    ConditionExpression: '#unread_count = :expected AND last_message_at = :at',
    ...assign({ unread_count: unread }, { ':expected': unread_count, ':at': last_message_at }),
  });
  return written;
};
