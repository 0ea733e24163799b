import type { InboxConversation } from '../../../functions/model/conversations/inbox.ts';
import { call, type Input } from '../../api/call.ts';
import { toProblem } from '../../api/problem.ts';
import { toast, toastProblem } from '../../components/feedback/toast.ts';
import { useSession } from '../../context/session.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { inboxTexts } from '../../texts/en/inbox.ts';
import { expectChange, readInboxNow, settleChange, showConversation } from './cache.ts';
import { outboxOf } from './composer/outbox-store.ts';
import { changed, undoOf } from './conversation/changes.ts';

const texts = inboxTexts.done;

type Changes = Input<'changeConversation'>;

/** Actions on one conversation. They are optimistic, and "Undo" reverts them. */
export const useActions = () => {
  const { id: workspaceId } = useWorkspace();
  const { user } = useSession();
  const apply = async (
    before: InboxConversation,
    changes: Changes,
    after = changed(before, changes, new Date().toISOString()),
  ): Promise<InboxConversation | undefined> => {
    const { status, assigned_agent_id, waiting_since } = after;
    expectChange(before.id, { status, assigned_agent_id, waiting_since }, 'action');
    showConversation(workspaceId, after, user.id);
    try {
      // A reply that arrives after the close would reopen the conversation.
      await outboxOf(user.id).whenDelivered(before.id);
      const { data } = await call('changeConversation', { workspace_id: workspaceId, id: before.id }, changes);
      settleChange(before.id, 'action');
      showConversation(workspaceId, data, user.id);
      return data;
    } catch (error) {
      settleChange(before.id, 'action');
      showConversation(workspaceId, before, user.id);
      toastProblem(texts.failed(toProblem(error).plainMessage));
      return undefined;
    } finally {
      readInboxNow();
    }
  };
  const change = (before: InboxConversation, changes: Changes, done: string): void => {
    const first = apply(before, changes);
    // The undo must not arrive before the change.
    const undo = async () => {
      const done = await first;
      if (!done) return;
      const { status, assigned_agent_id, waiting_since } = before;
      await apply(done, undoOf(before, changes), { ...done, status, assigned_agent_id, waiting_since });
    };
    toast(done, { action: { label: texts.undo, onPress: () => void undo() } });
  };
  const mark = async (conversation: InboxConversation, isOpened: boolean): Promise<void> => {
    showConversation(workspaceId, { ...conversation, is_opened: isOpened }, user.id);
    const params = { workspace_id: workspaceId, id: conversation.id };
    await call('markConversation', params, { is_opened: isOpened }).catch(() => undefined);
    readInboxNow();
  };
  return {
    close: (conversation: InboxConversation) => change(conversation, { status: 'closed' }, inboxTexts.views.closed),
    reopen: (conversation: InboxConversation) => change(conversation, { status: 'open' }, texts.reopened),
    wait: (conversation: InboxConversation) => change(conversation, { status: 'pending' }, inboxTexts.views.waiting),
    markWaiting: (conversation: InboxConversation) =>
      change(conversation, { status: 'open', waiting: true }, texts.waiting),
    assign: (conversation: InboxConversation, userId: string | null, name: string) =>
      change(
        conversation,
        { assigned_agent_id: userId },
        userId === null ? inboxTexts.views.unassigned : texts.assigned(name),
      ),
    markNotOpened: (conversation: InboxConversation) => {
      const first = mark(conversation, false);
      const undo = () => void first.then(() => mark(conversation, true));
      toast(texts.notOpened, { action: { label: texts.undo, onPress: undo } });
    },
    markOpened: (conversation: InboxConversation) => void mark(conversation, true),
  };
};
