import type { InboxConversation } from '../../../../functions/model/conversations/inbox.ts';
import { call } from '../../../api/call.ts';
import { toProblem } from '../../../api/problem.ts';
import { toastProblem } from '../../../context/toast.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { afterChanges, type Changes, fieldsOf } from './changes.ts';
import { type Inbox, readInboxNow } from './inbox.ts';
import { outboxOf } from './outbox-store.ts';

/** Shows the changes at once, sends them after the replies on their way, and takes them back if that fails. */
export const applyChanges = async (
  inbox: Inbox,
  before: InboxConversation,
  changes: Changes,
  shown = fieldsOf(afterChanges(before, changes, new Date().toISOString()), changes),
): Promise<InboxConversation | undefined> => {
  const { id } = before;
  const key = crypto.randomUUID();
  inbox.changeBegan(key, before, shown);
  try {
    // A reply that arrives after the close would reopen the conversation.
    await outboxOf(inbox.userId).whenDelivered(id);
    const { data } = await call('updateConversation', { workspace_id: inbox.workspaceId, id }, changes);
    inbox.changeEnded(key, data);
    return data;
  } catch (error) {
    inbox.changeEnded(key, { ...before, ...inbox.find(id), ...fieldsOf(before, changes) });
    toastProblem(inboxTexts.done.failed(toProblem(error).plainMessage));
    return undefined;
  } finally {
    readInboxNow();
  }
};
