import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { findConversation } from '../../table/conversations/conversations.ts';
import { updateUnanswered } from '../../table/messages/message-status.ts';
import { queryMessages, type StoredMessage } from '../../table/messages/messages.ts';

/**
 * A customer still waits for a reply that the channel accepted and then could not deliver. If it arrives after all, the
 * wait is over. Only the newest message decides: whatever came later began or ended a wait itself, as closing does.
 */
export const resumeWait = async ({ workspace_id, conversation_id, id, status }: StoredMessage): Promise<void> => {
  await retryOnConflict(async () => {
    const conversation = await findConversation(workspace_id, conversation_id);
    if (conversation?.last_message_id !== id || conversation.status !== 'open') return 'done';
    const { waiting_since: _, ...answered } = conversation;
    const since = status === 'failed' ? await findUnanswered(conversation_id, id, conversation.began_ms) : undefined;
    if (since === conversation.waiting_since) return 'done';
    const after = since === undefined ? answered : { ...answered, waiting_since: since };
    return (await updateUnanswered(workspace_id, conversation, after)) ? 'done' : 'conflict';
  });
};

/** The customer's first message since the last reply that arrived, or since the conversation was closed. */
const findUnanswered = async (conversationId: string, replyId: string, beganMs = 0): Promise<string | undefined> => {
  const { items } = await queryMessages(conversationId, { limit: 100, after: undefined });
  const before = items.filter(({ id }) => id < replyId);
  const answer = before.findIndex(
    ({ is_reply, channel_message_id, status }) => is_reply && channel_message_id !== null && status !== 'failed',
  );
  return before
    .slice(0, answer < 0 ? undefined : answer)
    .filter(({ direction }) => direction === 'inbound')
    .map(({ sent_at, created_at }) => sent_at ?? created_at)
    .filter((at) => Date.parse(at) >= beganMs)
    .sort()[0];
};
