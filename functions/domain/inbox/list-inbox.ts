import { notFound } from '../../model/api-error.ts';
import { toTagKey } from '../../model/contacts/tag.ts';
import type { StoredConversation } from '../../model/conversations/conversation.ts';
import type { InboxConversation, InboxCounts, InboxQuery, Mention } from '../../model/conversations/inbox.ts';
import type { TimelineEntry } from '../../model/conversations/timeline.ts';
import { listPresent, type StoredPresence } from '../../model/inbox/presence.ts';
import type { MemberCaller } from '../../model/members/member.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { clock, hourMs } from '../../platform/clock.ts';
import { idTimeMs } from '../../platform/ids.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import { findConversation } from '../../table/conversations/conversations.ts';
import {
  findListedConversations,
  type InboxPlace,
  type InboxRow,
  isWaiting,
  queryInboxRows,
} from '../../table/conversations/inbox.ts';
import { queryMentions } from '../../table/conversations/mentions.ts';
import { queryPresences } from '../../table/inbox/presence.ts';
import { findMediaOf } from '../../table/media/media.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';
import { fillPage } from '../paging.ts';
import { isOfTeam, readTeamFilter } from '../teams/team-of.ts';
import { type Changes, findChanges, noChanges, withChanges } from './changed-rows.ts';
import { countInbox } from './count-inbox.ts';
import { noteHere } from './here.ts';
import { keepPresence } from './presence.ts';
import { showConversations } from './show-conversation.ts';
import { type FoundEntries, findEntriesSince, showFound } from './timeline.ts';

interface Inbox {
  data: {
    waiting: InboxConversation[];
    answered: InboxConversation[];
    mentions: Mention[];
    open: { conversation: InboxConversation; entries: TimelineEntry[] } | null;
    ids: { waiting: string[]; answered: string[] } | null;
    rows_version: string;
    counts: InboxCounts | null;
  };
  next: string | undefined;
}

/** Change it with the shape of the response, or browsers keep the old one. */
const shapeVersion = 7;

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
  const { conversation_id: openId, presence } = query;
  const changes = await findChanges(caller, query);
  const consistency = changes ? 'strong' : undefined;
  const [rows, presences, open, mentions, counts] = await Promise.all([
    listRows(caller, query, page, changes),
    queryPresences(workspaceId),
    openId === undefined ? undefined : findEntriesSince(openId, query.since, { consistency }),
    query.view === 'due' ? queryMentions(workspaceId, userId) : [],
    changes || query.counts ? countInbox(caller, changes) : null,
    openId === undefined || presence === undefined ? undefined : keepPresence(caller, openId, presence),
    // Notices are read on every page.
    query.view === 'due' ? undefined : noteHere(caller),
  ]);
  const present = listPresent(presences, userId, clock.now());
  const files = await findFileStates(workspaceId, open?.messages ?? []);
  const isListed = rows.items.some(({ id }) => id === openId);
  const unlisted = openId === undefined || isListed ? undefined : await findUnlisted(workspaceId, openId, open);
  const shown = present.map(({ expires, ...presence }) => presence);
  const rowsVersion = sha256Hex(JSON.stringify(rows)).slice(0, 16);
  return {
    version: JSON.stringify([shapeVersion, userId, rows, shown, open?.messages, files, unlisted, mentions, counts]),
    read: () =>
      showInbox(workspaceId, rows, present, {
        openId,
        open,
        unlisted: unlisted?.conversation,
        mentions,
        counts,
        changes: changes ?? (query.known === rowsVersion ? noChanges : undefined),
        rowsVersion,
      }),
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

const placeByView = {
  mine: 'open',
  unassigned: 'open',
  all: 'open',
  due: 'open',
  waiting: 'pending',
  snoozed: 'snoozed',
  closed: 'closed',
} as const satisfies Record<InboxQuery['view'], InboxPlace>;

const listRows = async (
  { workspaceId, userId }: MemberCaller,
  { view, channel, assigned_agent_id: assignee, not_opened, tag, not_delivered, team: teamFilter }: InboxQuery,
  page: PageRequest,
  changes: Changes | undefined,
): Promise<Page<InboxRow>> => {
  const team = await readTeamFilter(workspaceId, teamFilter, userId);
  const isMatch = (row: InboxRow): boolean =>
    (view !== 'mine' || row.assigned_agent_id === userId) &&
    (view !== 'unassigned' || row.assigned_agent_id === null) &&
    (view !== 'due' || row.assigned_agent_id === userId || row.assigned_agent_id === null) &&
    (channel === undefined || row.channel === channel) &&
    (assignee === undefined || row.assigned_agent_id === assignee) &&
    isOfTeam(team, row) &&
    (not_opened === undefined || row.unseen !== undefined);
  const isCostly = tag !== undefined || not_delivered !== undefined;
  const rows = await fillPage(
    page,
    async (step) => {
      const { items, next } = await queryInboxRows(workspaceId, placeByView[view], step);
      const matching = items.filter(isMatch);
      return { items: isCostly ? await filterRead(workspaceId, matching, { tag, not_delivered }) : matching, next };
    },
    ({ position }) => position,
    isCostly ? readRowsMax : rowsMax,
  );
  return withChanges(rows, changes, placeByView[view], isMatch);
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
  counts: InboxCounts | null;
  changes: Changes | undefined;
  rowsVersion: string;
}

const showInbox = async (
  workspaceId: string,
  { items: rows, next }: Page<InboxRow>,
  presences: readonly StoredPresence[],
  { openId, open, unlisted, mentions, counts, changes, rowsVersion }: OpenConversation,
): Promise<Inbox> => {
  const isListed = ({ id }: { id: string }): boolean => rows.some((row) => row.id === id);
  const listed = changes
    ? changes.placed.map(({ conversation }) => conversation).filter(isListed)
    : await findListedConversations(workspaceId, rows);
  const all = [...listed, ...(unlisted ? [unlisted] : [])];
  const opened = all.find(({ id }) => id === openId);
  const [shown, entries] = await Promise.all([
    showConversations(workspaceId, all, presences),
    opened && open ? showFound(workspaceId, opened, open) : [],
  ]);
  const byId = new Map(shown.map((conversation) => [conversation.id, conversation]));
  const pick = (waiting: boolean): InboxConversation[] =>
    rows.filter((row) => isWaiting(row) === waiting).flatMap(({ id }) => byId.get(id) ?? []);
  const listIds = (waiting: boolean): string[] => rows.filter((row) => isWaiting(row) === waiting).map(({ id }) => id);
  const conversation = byId.get(openId ?? '');
  return {
    data: {
      waiting: pick(true),
      answered: pick(false),
      mentions,
      open: conversation ? { conversation, entries } : null,
      ids: changes ? { waiting: listIds(true), answered: listIds(false) } : null,
      rows_version: rowsVersion,
      counts,
    },
    next,
  };
};
