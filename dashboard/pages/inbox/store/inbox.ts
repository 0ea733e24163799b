import { hashKey, replaceEqualDeep } from '@tanstack/react-query';
import type { InboxConversation } from '../../../../functions/model/conversations/inbox.ts';
import type { TimelineEntry } from '../../../../functions/model/conversations/timeline.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useSession } from '../../../context/session.ts';
import { useWorkspace } from '../../../context/workspace.tsx';
import { type Groups, type InboxFilter, keepPage, type ListPage, withChange } from './lists.ts';
import {
  type InboxTimeline,
  type NoteEntry,
  withEntries,
  withLoadedPages,
  withNewestPage,
  withOlderPage,
} from './timeline.ts';

const knownMax = 1_000;

interface Place {
  id: string;
  state: 'looking' | 'writing';
}

/**
 * Owns all that this browser knows of a workspace's inbox. Reads and actions tell it what happened, and it updates
 * every list and timeline that shows it. Whatever did not change stays the same object, so React leaves it alone.
 */
const openInbox = (workspaceId: string, userId: string) => {
  /** The last state of each conversation, oldest first. Rows that left the list use it to say why. */
  const known = new Map<string, InboxConversation>();
  /**
   * Changes that the server has not confirmed yet, by the key of their reply or action, oldest first. A read that began
   * before them must not revert them on the screen.
   */
  const pending = new Map<string, { id: string; fields: Partial<InboxConversation> }>();
  /** Notes that are about to be deleted. Reads still bring them. */
  const hidden = new Set<string>();
  /** Conversations that the person took here, until the watch for news has seen them. */
  const taken = new Set<string>();

  /** Conversations that changed elsewhere and have not been read since. */
  const changed = new Set<string>();

  const pendingOf = ({ id }: InboxConversation) => [...pending.values()].filter((one) => one.id === id);

  const remember = (read: InboxConversation): InboxConversation => {
    const shown = Object.assign({}, read, ...pendingOf(read).map(({ fields }) => fields));
    const conversation: InboxConversation = replaceEqualDeep(known.get(read.id), shown);
    known.delete(read.id);
    known.set(read.id, conversation);
    const [oldest = ''] = known.keys();
    if (known.size > knownMax) known.delete(oldest);
    return conversation;
  };

  const timelineKey = (id: string) => ['getTimeline', { workspace_id: workspaceId, id }] as const;
  const findTimeline = (id: string) => queryClient.getQueryData<InboxTimeline>(timelineKey(id));
  const withoutHidden = (timeline: InboxTimeline): InboxTimeline =>
    hidden.size === 0 ? timeline : { ...timeline, entries: timeline.entries.filter(({ id }) => !hidden.has(id)) };
  const changeTimeline = (id: string, change: (now: InboxTimeline) => InboxTimeline): void =>
    void queryClient.setQueryData<InboxTimeline>(timelineKey(id), (now) => now && withoutHidden(change(now)));

  // The overview keeps the same operation in another shape.
  const first = { workspace_id: workspaceId, part: 'rows' };
  const further = 'getInbox further';
  const pages = (queryKey: readonly unknown[]) =>
    queryClient.getQueriesData<ListPage>({ queryKey }).flatMap(([key, page]) => (page ? [{ key, page }] : []));

  const conversationChanged = (read: InboxConversation): void => {
    const conversation = remember(read);
    const { id } = conversation;
    if (conversation.assigned_agent_id === userId) taken.add(id);
    else taken.delete(id);
    const isIn = ({ page }: { page: ListPage }) => [...page.waiting, ...page.answered].some((row) => row.id === id);
    const later = pages([further, workspaceId]).filter(isIn);
    // A row of a further page stays there.
    const isLater = ({ filter }: ListPage) => later.some(({ page }) => hashKey([page.filter]) === hashKey([filter]));
    const lists = pages(['getInbox', first]).filter((list) => isIn(list) || !isLater(list.page));
    for (const { key, page } of [...later, ...lists])
      queryClient.setQueryData(key, { ...page, ...withChange(page, conversation, page.filter.view, userId) });
    changeTimeline(id, (timeline) => ({ ...timeline, conversation }));
  };

  let isMissed = false;
  /** Where the person is. The repeated read tells it to colleagues. */
  let place: Place | undefined;

  /** Leaves the row where it is: what changed does not decide on its place. */
  const rowChanged = (conversation: InboxConversation): void => {
    const replace = (rows: readonly InboxConversation[]) =>
      rows.map((row) => (row.id === conversation.id ? conversation : row));
    for (const { key, page } of [...pages(['getInbox', first]), ...pages([further, workspaceId])])
      if ([...page.waiting, ...page.answered].some(({ id }) => id === conversation.id))
        queryClient.setQueryData(key, { ...page, waiting: replace(page.waiting), answered: replace(page.answered) });
    changeTimeline(conversation.id, (timeline) => ({ ...timeline, conversation }));
  };

  return {
    workspaceId,
    userId,
    place: () => place,
    wentTo: (next: Place | undefined): void => {
      place = next;
    },
    /** A colleague is in this conversation now, and so in no other. */
    presenceChanged: (
      id: string,
      colleague: { user_id: string; name: string },
      state: Place['state'] | 'gone',
    ): void => {
      for (const conversation of [...known.values()]) {
        const others = conversation.presence.filter(({ user_id }) => user_id !== colleague.user_id);
        const isThere = conversation.id === id && state !== 'gone';
        if (isThere) rowChanged(remember({ ...conversation, presence: [...others, { ...colleague, state }] }));
        else if (others.length < conversation.presence.length && (state !== 'gone' || conversation.id === id))
          rowChanged(remember({ ...conversation, presence: others }));
      }
    },
    /** Remembers what the next read must bring, and returns whether that is anything new. */
    changesHeard: (conversations: readonly { id: string; version?: string }[]): boolean => {
      const unread = conversations.filter(({ id, version }) => !version || known.get(id)?.version !== version);
      for (const { id } of unread) changed.add(id);
      return unread.length > 0;
    },
    /** The changes that a read is about to bring. If it fails, it puts them back. */
    takeChanged: (): string[] | 'all' => {
      const ids = isMissed ? 'all' : [...changed];
      changed.clear();
      isMissed = false;
      return ids;
    },
    /** Hints may have been lost, so the next read is that of the whole list. */
    listMissed: (): void => {
      isMissed = true;
    },
    find: (id: string) => known.get(id),
    hasAny: () => known.size > 0,
    isTaken: (id: string) => taken.has(id),
    timelineKey,
    findTimeline,
    /** The conversation was read in another state than its entries, which may lack some. */
    isBehind: (id: string): boolean => {
      const timeline = findTimeline(id);
      return timeline !== undefined && timeline.version !== known.get(id)?.version;
    },
    rowsKey: ['getInbox', first] as const,
    listKey: (filter: InboxFilter) => ['getInbox', first, filter] as const,
    furtherKey: (filter: InboxFilter, count: number) => [further, workspaceId, filter, count] as const,

    conversationChanged,
    conversationsRead: (conversations: readonly InboxConversation[]): void => void conversations.map(remember),
    conversationsTaken: (ids: readonly string[]): void => {
      for (const id of ids) taken.add(id);
    },
    takenSeen: (id: string): void => void taken.delete(id),

    /** Returns what to show: the page with the changes that are pending. */
    listRead: (key: readonly unknown[], read: ListPage): ListPage => {
      const groups = { waiting: read.waiting.map(remember), answered: read.answered.map(remember) };
      const shown = [...groups.waiting, ...groups.answered]
        .filter((row) => pendingOf(row).length > 0)
        .reduce<Groups>((list, row) => withChange(list, row, read.filter.view, userId), groups);
      return keepPage(queryClient.getQueryData(key), { ...read, ...shown });
    },
    /** `before` is the timeline when the read began. Returns what to show. */
    timelineRead: (page: InboxTimeline, before: InboxTimeline | undefined): InboxTimeline => {
      const conversation = remember(page.conversation);
      return withoutHidden(withNewestPage(findTimeline(conversation.id), { ...page, conversation }, before));
    },
    olderRead: (id: string, page: InboxTimeline): void => changeTimeline(id, (now) => withOlderPage(now, page)),
    /** All loaded entries were read again. That takes several reads, so the conversation may be newer. */
    loadedRead: (id: string, all: InboxTimeline, before: InboxTimeline | undefined): void =>
      changeTimeline(id, (now) => ({ ...withLoadedPages(now, all, before), conversation: now.conversation })),
    entriesArrived: (read: InboxConversation, entries: readonly TimelineEntry[]): void => {
      const conversation = remember(read);
      changeTimeline(conversation.id, (now) => ({
        ...withEntries(now, entries, conversation),
        version: read.version,
      }));
    },
    conversationErased: (id: string): void => void queryClient.resetQueries({ queryKey: timelineKey(id) }),

    /** Shows the change of a conversation until it ends, whatever a read says meanwhile. */
    changeBegan: (key: string, conversation: InboxConversation, fields: Partial<InboxConversation>): void => {
      pending.set(key, { id: conversation.id, fields });
      conversationChanged(conversation);
    },
    changeEnded: (key: string, conversation?: InboxConversation): void => {
      pending.delete(key);
      if (conversation) conversationChanged(conversation);
    },
    /** A note leaves the conversation as it is. */
    entrySent: (key: string, id: string, entry: TimelineEntry, conversation?: InboxConversation): void => {
      pending.delete(key);
      changeTimeline(id, (now) => withEntries(now, [entry]));
      if (conversation) conversationChanged(conversation);
    },
    noteHidden: (id: string, note: NoteEntry): void => {
      hidden.add(note.id);
      changeTimeline(id, (now) => now);
    },
    noteRestored: (id: string, note: NoteEntry): void => {
      hidden.delete(note.id);
      changeTimeline(id, (now) => withEntries(now, [note]));
    },
  };
};

export type Inbox = ReturnType<typeof openInbox>;

const inboxes = new Map<string, Inbox>();

export const inboxOf = (workspaceId: string, userId: string): Inbox => {
  const key = `${userId} ${workspaceId}`;
  const inbox = inboxes.get(key) ?? openInbox(workspaceId, userId);
  inboxes.set(key, inbox);
  return inbox;
};

export const useInbox = (): Inbox => inboxOf(useWorkspace().id, useSession().user.id);

export const readCounts = (): void =>
  void queryClient.invalidateQueries({ queryKey: ['countInbox'] }, { cancelRefetch: false });

/** Call it after each action of the person. */
export const readInboxNow = (): void => {
  void queryClient.invalidateQueries({ queryKey: ['getInbox'], refetchType: 'active' });
  readCounts();
};
