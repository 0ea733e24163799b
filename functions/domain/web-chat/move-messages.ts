import { laterTime } from '../../model/contacts/stored-contact.ts';
import { endSnooze, type StoredConversation } from '../../model/conversations/conversation.ts';
import { buildMaintenanceJob, type MoveMessagesJob } from '../../model/jobs/maintenance.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { settleAll } from '../../platform/settle-all.ts';
import { findConversation } from '../../table/conversations/conversations.ts';
import { queryEntries, removeEntries } from '../../table/conversations/notes.ts';
import { queryMessages, removeMessageItems } from '../../table/messages/messages.ts';
import { completeMove, moveEntry, moveMessage, renameMessage } from '../../table/web-chat/moves.ts';
import { removeCopies } from '../erasures/remove-messages.ts';
import { addLogFields } from '../log.ts';
import { enqueueJobs } from '../queues.ts';

const itemsPerRun = 100;

/**
 * Moves what was said in a conversation into the other one of the same customer, and removes it once it is empty. Each
 * message is one transaction, so a run that ends early or twice does no harm.
 */
export const moveMessages = async (job: MoveMessagesJob): Promise<void> => {
  const { workspaceId, conversationId } = job;
  addLogFields({ workspace_id: workspaceId, conversation_id: conversationId });
  const from = await findConversation(workspaceId, conversationId);
  if (!from) return;
  if (!from.moved_to) return renameMessages(job, from);
  const page = { limit: itemsPerRun, after: undefined };
  const [messages, entries] = await Promise.all([
    queryMessages(from.id, page, 'strong'),
    queryEntries(from.id, page, 'strong'),
  ]);
  if (await findConversation(workspaceId, from.moved_to)) {
    for (const message of messages.items) await moveMessage(message, from);
    for (const entry of entries.items) await moveEntry(entry, from);
  } else {
    // The customer was erased meanwhile, and nothing but this job leads to what is left.
    await removeCopies(workspaceId, messages.items);
    await removeMessageItems(messages.items);
    await removeEntries(workspaceId, from.id, entries.items);
  }
  const isEmpty = messages.items.length + entries.items.length === 0;
  // The conversation was read before its messages: one that came meanwhile has changed it.
  const isDone = isEmpty && (await complete(workspaceId, from));
  if (!isDone) await enqueueJobs([buildMaintenanceJob(job)]);
};

/** Those of a conversation that has another contact now. A page is read, its messages are changed, and the next run goes on. */
const renameMessages = async (job: MoveMessagesJob, { id, contact_id }: StoredConversation): Promise<void> => {
  const { items, next } = await queryMessages(id, { limit: itemsPerRun, after: job.after }, 'strong');
  await settleAll(
    items.filter((message) => message.contact_id !== contact_id).map((message) => renameMessage(message, contact_id)),
  );
  if (next !== undefined) await enqueueJobs([buildMaintenanceJob({ ...job, after: next })]);
};

const complete = async (workspaceId: string, from: StoredConversation): Promise<boolean> => {
  const to = await findConversation(workspaceId, from.moved_to ?? '');
  return completeMove(workspaceId, from, to && { before: to, after: combine(to, from) });
};

/** As if the messages had come here from the start. */
const combine = (to: StoredConversation, from: StoredConversation): StoredConversation => {
  const isLast = (from.last_message_at ?? '') > (to.last_message_at ?? '');
  const waits = [to.waiting_since, from.waiting_since].filter((time) => time !== undefined).sort();
  const { last_message, last_message_at, last_message_id, last_message_text } = from;
  return {
    ...to,
    ...(isLast && { last_message_at, last_message_text }),
    ...(isLast && last_message && { last_message }),
    ...(isLast && last_message_id && { last_message_id }),
    ...(from.waiting_since && { status: 'open' as const }),
    ...(from.waiting_since && to.snooze && { snooze: endSnooze(to.snooze, isoTime(clock.now())) }),
    ...(waits[0] && { waiting_since: waits[0] }),
    ...(from.unseen && { unseen: from.unseen }),
    ...(from.last_inbound_at && { last_inbound_at: laterTime(from.last_inbound_at, to.last_inbound_at) }),
    unread_count: to.unread_count + from.unread_count,
    updated_at: isoTime(clock.now()),
  };
};
