import { notFound } from '../../model/api-error.ts';
import type { StoredConversation } from '../../model/conversations/conversation.ts';
import type { InboxConversation } from '../../model/conversations/inbox.ts';
import type { Author, MessageEntry, TimelineEntry } from '../../model/conversations/timeline.ts';
import { listPresent } from '../../model/inbox/presence.ts';
import type { MemberCaller } from '../../model/members/member.ts';
import { toMessage } from '../../model/messages/message.ts';
import { clock } from '../../platform/clock.ts';
import { env } from '../../platform/env.ts';
import { findConversation } from '../../table/conversations/conversations.ts';
import { queryEntries, queryEntriesFrom, type StoredEntry } from '../../table/conversations/notes.ts';
import type { Consistency } from '../../table/dynamodb/read.ts';
import { queryPresences } from '../../table/inbox/presence.ts';
import { queryMessages, queryMessagesFrom, type StoredMessage } from '../../table/messages/messages.ts';
import { toFailureAdvice } from '../messages/list-messages.ts';
import { type EntryContext, loadEntryContext } from './entry-context.ts';
import { showConversations } from './show-conversation.ts';

const entriesMax = 50;

interface Timeline {
  conversation: InboxConversation;
  entries: TimelineEntry[];
  has_older: boolean;
}

/** Messages, notes and changes, oldest first. Their ids sort by time. */
export const getTimeline = async (
  { workspaceId, userId }: MemberCaller,
  conversationId: string,
  { before, after }: { before?: string | undefined; after?: string | undefined },
): Promise<Timeline> => {
  const [conversation, presences, read] = await Promise.all([
    findConversation(workspaceId, conversationId),
    queryPresences(workspaceId),
    after === undefined ? findNewest(conversationId, before) : findAfter(conversationId, after),
  ]);
  if (!conversation) throw notFound('conversation');
  const isNewest = before === undefined && after === undefined;
  const found =
    isNewest && lacksLastMessage(conversation, read.messages)
      ? await findNewest(conversationId, undefined, 'strong')
      : read;
  const present = listPresent(presences, userId, clock.now());
  const [[shown], entries] = await Promise.all([
    showConversations(workspaceId, [conversation], present),
    showEntries(workspaceId, conversation, found.messages, found.entries),
  ]);
  if (!shown) throw notFound('conversation');
  return { conversation: shown, entries, has_older: found.hasOlder };
};

interface EntryPage {
  messages: StoredMessage[];
  entries: StoredEntry[];
  hasOlder: boolean;
}

const findNewest = async (
  conversationId: string,
  before: string | undefined,
  consistency?: Consistency,
): Promise<EntryPage> => {
  const page = { limit: entriesMax, after: before };
  const [messages, entries] = await Promise.all([
    queryMessages(conversationId, page, consistency),
    queryEntries(conversationId, page, consistency),
  ]);
  const all = [...messages.items, ...entries.items].map(({ id }) => id).toSorted();
  // If one of the two lists has a next page, entries older than its last one may be missing.
  const first =
    [all.at(-entriesMax), messages.next, entries.next]
      .map((id = '') => id)
      .sort()
      .at(-1) ?? '';
  const isShown = ({ id }: { id: string }): boolean => id >= first;
  return {
    messages: messages.items.filter(isShown),
    entries: entries.items.filter(isShown),
    hasOlder: all.length > entriesMax || messages.next !== undefined || entries.next !== undefined,
  };
};

const findAfter = async (conversationId: string, after: string): Promise<EntryPage> => {
  const { messages, findEntries } = await findEntriesSince(conversationId, after, { limit: entriesMax + 1 });
  const isAfter = ({ id }: { id: string }): boolean => id > after;
  return { messages: messages.filter(isAfter), entries: (await findEntries()).filter(isAfter), hasOlder: true };
};

/** It was read beside the messages or after them, so one more may be stored by then. Its version promises all of them. */
const lacksLastMessage = (
  { last_message_id: last }: StoredConversation,
  messages: readonly StoredMessage[],
  since = '',
): boolean => last !== undefined && last >= since && messages.every(({ id }) => id < last);

export interface FoundEntries {
  since: string | undefined;
  messages: StoredMessage[];
  findEntries: () => Promise<StoredEntry[]>;
}

/** The entries from `since` on, which include receipts of the last messages, or the newest. */
export const findEntriesSince = async (
  conversationId: string,
  since: string | undefined,
  { limit = entriesMax, consistency }: { limit?: number; consistency?: Consistency } = {},
): Promise<FoundEntries> => {
  if (since === undefined) {
    const { messages, entries } = await findNewest(conversationId, undefined, consistency);
    return { since, messages, findEntries: async () => entries };
  }
  let entries: Promise<StoredEntry[]> | undefined;
  return {
    since,
    messages: await queryMessagesFrom(conversationId, since, limit, consistency),
    findEntries: () => {
      entries ??= queryEntriesFrom(conversationId, since, limit, consistency);
      return entries;
    },
  };
};

/** The entries of a conversation on the screen. */
export const showFound = async (
  workspaceId: string,
  conversation: StoredConversation,
  found: FoundEntries,
): Promise<TimelineEntry[]> => {
  const { since } = found;
  const isTorn = lacksLastMessage(conversation, found.messages, since);
  const read = isTorn ? await findEntriesSince(conversation.id, since, { consistency: 'strong' }) : found;
  return showEntries(workspaceId, conversation, read.messages, await read.findEntries());
};

/** The first 50 of both, oldest first. A caller that gets 50 asks for those after the last. */
const showEntries = async (
  workspaceId: string,
  conversation: StoredConversation,
  messages: readonly StoredMessage[],
  entries: readonly StoredEntry[],
): Promise<TimelineEntry[]> => {
  const context = await loadEntryContext(workspaceId, messages);
  const shown = messages.map((message) => showMessage(message, conversation, context));
  return [...shown, ...entries].toSorted((left, right) => (left.id < right.id ? -1 : 1)).slice(0, entriesMax);
};

export const showMessage = (
  message: StoredMessage,
  conversation: StoredConversation,
  context: EntryContext,
): MessageEntry => ({
  ...toMessage(message, env.apiBaseUrl()),
  type: 'message',
  author: toAuthor(message, conversation, context),
  file: context.files.get(message.id) ?? null,
  template: context.templates.get(message.id) ?? null,
  replaced_text: message.replaced_text ?? null,
  fallback_message_id: message.fallback_message_id ?? null,
  ...(message.link && { link: message.link }),
  edited_at: message.edited_at ?? null,
  delivered_at: message.delivered_at ?? null,
  read_at: message.read_at ?? null,
  ...(message.status === 'failed' ? toFailureAdvice(message) : { reason: null, remedy: null }),
});

const toAuthor = (message: StoredMessage, { contact }: StoredConversation, { names }: EntryContext): Author => {
  const { direction, sent_by_member_id: memberId, broadcast, fallback_for_message_id, is_away } = message;
  if (direction === 'inbound') return { kind: 'customer', id: null, name: contact.name };
  if (memberId !== undefined) return { kind: 'member', id: memberId, name: names.get(memberId) ?? null };
  if (broadcast)
    return { kind: 'broadcast', id: broadcast.broadcast_id, name: names.get(broadcast.broadcast_id) ?? null };
  if (is_away) return { kind: 'away', id: null, name: null };
  return { kind: fallback_for_message_id === undefined ? 'key' : 'service', id: null, name: null };
};
