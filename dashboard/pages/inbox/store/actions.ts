import type { InboxConversation } from '../../../../functions/model/conversations/inbox.ts';
import { call } from '../../../api/call.ts';
import { toast } from '../../../context/toast.ts';
import { contactName } from '../../../texts/contact-name.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { snoozeWords } from '../words/snooze-words.ts';
import { applyChanges } from './apply-changes.ts';
import { type Changes, fieldsOf, undoOf } from './changes.ts';
import { readInboxNow, useInbox } from './inbox.ts';

const { done: texts, snooze: snoozed } = inboxTexts;

/** Actions on one conversation. They are optimistic, and "Undo" reverts them. */
export const useActions = () => {
  const inbox = useInbox();
  const change = (before: InboxConversation, changes: Changes, done: string): void => {
    const first = applyChanges(inbox, before, changes);
    // The undo must not arrive before the change.
    const undo = async () => {
      const done = await first;
      if (done)
        await applyChanges(inbox, inbox.find(done.id) ?? done, undoOf(before, changes), fieldsOf(before, changes));
    };
    toast(texts.of(contactName(before.contact), done), { action: { label: texts.undo, onPress: () => void undo() } });
  };
  const mark = async (conversation: InboxConversation, isOpened: boolean): Promise<void> => {
    inbox.conversationChanged({ ...conversation, is_opened: isOpened });
    const params = { workspace_id: inbox.workspaceId, id: conversation.id };
    await call('markConversation', params, { is_opened: isOpened }).catch(() => undefined);
    readInboxNow();
  };
  return {
    close: (conversation: InboxConversation) => change(conversation, { status: 'closed' }, inboxTexts.views.closed),
    reopen: (conversation: InboxConversation) => change(conversation, { status: 'open' }, texts.reopened),
    wait: (conversation: InboxConversation) => change(conversation, { status: 'pending' }, inboxTexts.views.waiting),
    snooze: (conversation: InboxConversation, until: string | null) => {
      const opens = conversation.status === 'open' ? {} : { status: 'open' as const };
      const done = until ? snoozed.until(snoozeWords(Date.parse(until), Date.now())) : snoozed.ended;
      change(conversation, { snoozed_until: until, ...opens }, done);
    },
    markWaiting: (conversation: InboxConversation) =>
      change(conversation, { status: 'open', waiting: true }, texts.waiting),
    assign: (conversation: InboxConversation, userId: string | null, name: string) =>
      change(
        conversation,
        { assigned_agent_id: userId },
        userId === null ? inboxTexts.views.unassigned : texts.assigned(name),
      ),
    assignTeam: (conversation: InboxConversation, teamId: string | null, name: string) =>
      change(conversation, { team_id: teamId }, teamId === null ? texts.noTeam : texts.assignedTeam(name)),
    markNotOpened: (conversation: InboxConversation) => {
      const first = mark(conversation, false);
      const undo = () => void first.then(() => mark(conversation, true));
      const done = texts.of(contactName(conversation.contact), texts.notOpened);
      toast(done, { action: { label: texts.undo, onPress: undo } });
    },
    markOpened: (conversation: InboxConversation) => void mark(conversation, true),
  };
};
