import type { InboxConversation } from '../../../functions/model/conversations/inbox.ts';
import { call } from '../../api/call.ts';
import { toProblem } from '../../api/problem.ts';
import { toastProblem } from '../../context/toast.ts';
import { inboxTexts } from '../../texts/en/inbox.ts';
import { expectChange, readInboxNow, seenConversations, settleChange, showConversation } from './cache.ts';
import { outboxOf } from './composer/outbox-store.ts';
import { type Changes, changed, fieldsOf } from './conversation/changes.ts';

/** Shows the changes at once, sends them after the replies on their way, and takes them back if that fails. */
export const applyChanges = async (
  workspaceId: string,
  userId: string,
  before: InboxConversation,
  changes: Changes,
  shown = fieldsOf(changed(before, changes, new Date().toISOString()), changes),
): Promise<InboxConversation | undefined> => {
  const { id } = before;
  const key = crypto.randomUUID();
  expectChange(key, id, shown);
  showConversation(workspaceId, before, userId);
  try {
    // A reply that arrives after the close would reopen the conversation.
    await outboxOf(userId).whenDelivered(id);
    const { data } = await call('updateConversation', { workspace_id: workspaceId, id }, changes);
    settleChange(key);
    showConversation(workspaceId, data, userId);
    return data;
  } catch (error) {
    settleChange(key);
    showConversation(workspaceId, { ...before, ...seenConversations.get(id), ...fieldsOf(before, changes) }, userId);
    toastProblem(inboxTexts.done.failed(toProblem(error).plainMessage));
    return undefined;
  } finally {
    readInboxNow();
  }
};
