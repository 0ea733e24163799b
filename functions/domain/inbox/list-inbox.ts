import { notFound } from '../../model/api-error.ts';
import { toTagKey } from '../../model/contacts/tag.ts';
import type { ConversationStatus, StoredConversation } from '../../model/conversations/conversation.ts';
import {
  countedMax,
  type InboxConversation,
  type InboxCounts,
  type InboxQuery,
  type Mention,
} from '../../model/conversations/inbox.ts';
import type { TimelineEntry } from '../../model/conversations/timeline.ts';
import { listPresent, type StoredPresence } from '../../model/inbox/presence.ts';
import type { MemberCaller } from '../../model/members/member.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { clock, hourMs } from '../../platform/clock.ts';
import { idTimeMs } from '../../platform/ids.ts';
import { findConversation } from '../../table/conversations/conversations.ts';
import { findListedConversations, type InboxRow, isWaiting, queryInboxRows } from '../../table/conversations/inbox.ts';
import { queryMentions } from '../../table/conversations/mentions.ts';
import { queryPresences } from '../../table/inbox/presence.ts';
import { findMediaOf } from '../../table/media/media.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';
import { fillPage } from '../paging.ts';
import { showConversations } from './show-conversation.ts';
import { type FoundEntries, findEntriesSince, showEntries } from './timeline.ts';

interface Inbox {
  data: {
    waiting: InboxConversation[];
    answered: InboxConversation[];
    mentions: Mention[];
    open: { conversation: InboxConversation; entries: TimelineEntry[] } | null;
  };
  next: string | undefined;
}

/** Change it with the shape of the response, or browsers keep the old one. */
const shapeVersion = 4;

/** A filtered view reads at most this many rows, whatever the size of the workspace, and returns a cursor for the rest. */
const rowsMax = 500;
const readRowsMax = 100;

/**
 * The version consists of index rows, presence and the newest entries of the open conversation, which cost a unit or
 * two. The conversations are read only if it differs.
 */
export const readInbox = async (
  caller: MemberCaller,
  query: InboxQuery,
  page: PageRequest,
): Promise<{ version: string; read: () => Promise<Inbox> }> => {
  const { workspaceId, userId } = caller;
  const { conversation_id: openId } = query;
  const [rows, presences, open, mentions] = await Promise.all([
    listRows(caller, query, page),
    queryPresences(workspaceId),
    openId === undefined ? undefined : findEntriesSince(openId, query.since),
    query.view === 'due' ? queryMentions(workspaceId, userId) : [],
  ]);
  const present = listPresent(presences, userId, clock.now());
  const files = await findFileStates(workspaceId, open?.messages ?? []);
  const isListed = rows.items.some(({ id }) => id === openId);
  const unlisted = openId === undefined || isListed ? undefined : await findUnlisted(workspaceId, openId, open);
  const shown = present.map(({ expires, ...presence }) => presence);
  return {
    version: JSON.stringify([shapeVersion, userId, rows, shown, open?.messages, files, unlisted, mentions]),
    read: () => showInbox(workspaceId, rows, present, { openId, open, unlisted: unlisted?.conversation, mentions }),
  };
};

/** A file is copied, or given up, within two hours of its message. */
const copyMsMax = 3 * hourMs;

const findFileStates = async (workspaceId: string, messages: readonly StoredMessage[]): Promise<string[]> => {
  const isRecent = ({ id, media = [] }: StoredMessage) => media.length > 0 && clock.now() - idTimeMs(id) < copyMsMax;
  const ids = messages.filter(isRecent).map(({ id }) => id);
  return ids.length === 0 ? [] : (await findMediaOf(workspaceId, ids)).map(({ status }) => status);
};

/** A listed conversation shows its changes in its index row. One that is not listed is read, with its notes. */
const findUnlisted = async (workspaceId: string, openId: string, open: FoundEntries | undefined) => {
  const [conversation, entries] = await Promise.all([findConversation(workspaceId, openId), open?.findEntries()]);
  if (!conversation) throw notFound('conversation');
  return { conversation, entries };
};

const statusByView = {
  mine: 'open',
  unassigned: 'open',
  all: 'open',
  due: 'open',
  waiting: 'pending',
  closed: 'closed',
} as const satisfies Record<InboxQuery['view'], ConversationStatus>;

const listRows = (
  { workspaceId, userId }: MemberCaller,
  { view, channel, not_opened, tag, not_delivered }: InboxQuery,
  page: PageRequest,
): Promise<Page<InboxRow>> => {
  const isMatch = (row: InboxRow): boolean =>
    (view !== 'mine' || row.assigned_agent_id === userId) &&
    (view !== 'unassigned' || row.assigned_agent_id === null) &&
    (view !== 'due' || row.assigned_agent_id === userId || row.assigned_agent_id === null) &&
    (channel === undefined || row.channel === channel) &&
    (not_opened === undefined || row.unseen !== undefined);
  const isCostly = tag !== undefined || not_delivered !== undefined;
  return fillPage(
    page,
    async (step) => {
      const { items, next } = await queryInboxRows(workspaceId, statusByView[view], step);
      const matching = items.filter(isMatch);
      return { items: isCostly ? await filterRead(workspaceId, matching, { tag, not_delivered }) : matching, next };
    },
    ({ position }) => position,
    isCostly ? readRowsMax : rowsMax,
  );
};

/** The index has no tags and receipts, so each conversation is read. */
const filterRead = async (
  workspaceId: string,
  rows: InboxRow[],
  { tag, not_delivered }: Pick<InboxQuery, 'tag' | 'not_delivered'>,
): Promise<InboxRow[]> => {
  const key = tag === undefined ? undefined : toTagKey(tag);
  const isMatch = ({ contact, last_message }: StoredConversation): boolean =>
    (key === undefined || contact.tags.some(({ name }) => toTagKey(name) === key)) &&
    (not_delivered === undefined || last_message?.status === 'failed');
  const conversations = await findListedConversations(workspaceId, rows);
  const ids = new Set(conversations.filter(isMatch).map(({ id }) => id));
  return rows.filter(({ id }) => ids.has(id));
};

/** The conversation on the screen. It is read separately if the list does not contain it. */
interface OpenConversation {
  openId: string | undefined;
  open: FoundEntries | undefined;
  unlisted: StoredConversation | undefined;
  mentions: Mention[];
}

const showInbox = async (
  workspaceId: string,
  { items: rows, next }: Page<InboxRow>,
  presences: readonly StoredPresence[],
  { openId, open, unlisted, mentions }: OpenConversation,
): Promise<Inbox> => {
  const listed = await findListedConversations(workspaceId, rows);
  const all = [...listed, ...(unlisted ? [unlisted] : [])];
  const [shown, entries] = await Promise.all([
    showConversations(workspaceId, all, presences),
    open
      ? showOpen(
          workspaceId,
          all.find(({ id }) => id === openId),
          open,
        )
      : [],
  ]);
  const byId = new Map(shown.map((conversation) => [conversation.id, conversation]));
  const pick = (waiting: boolean): InboxConversation[] =>
    rows.filter((row) => isWaiting(row) === waiting).flatMap(({ id }) => byId.get(id) ?? []);
  const conversation = byId.get(openId ?? '');
  return {
    data: {
      waiting: pick(true),
      answered: pick(false),
      mentions,
      open: conversation ? { conversation, entries } : null,
    },
    next,
  };
};

const showOpen = async (
  workspaceId: string,
  conversation: StoredConversation | undefined,
  { messages, findEntries }: FoundEntries,
): Promise<TimelineEntry[]> =>
  conversation ? showEntries(workspaceId, conversation, messages, await findEntries()) : [];

/** A page counts every 15 seconds: this is 8 read units for each of the two. */
export const countInbox = async ({ workspaceId, userId }: MemberCaller): Promise<InboxCounts> => {
  const page = { limit: countedMax, after: undefined };
  const [{ items: open, next: nextOpen }, { items: pending, next: nextPending }, mentions] = await Promise.all([
    queryInboxRows(workspaceId, 'open', page),
    queryInboxRows(workspaceId, 'pending', page),
    queryMentions(workspaceId, userId),
  ]);
  const mine = open.filter(({ assigned_agent_id }) => assigned_agent_id === userId);
  const unassigned = open.filter(({ assigned_agent_id }) => assigned_agent_id === null);
  return {
    mine: mine.length,
    unassigned: unassigned.length,
    all: open.length,
    waiting: pending.length,
    due: [...mine, ...unassigned].filter(isWaiting).length,
    mentions,
    is_exact: nextOpen === undefined && nextPending === undefined,
  };
};
