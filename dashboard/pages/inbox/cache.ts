import * as z from 'zod/mini';
import { type Channel, channels } from '../../../functions/model/channels/channel.ts';
import { type InboxConversation, inboxViews } from '../../../functions/model/conversations/inbox.ts';
import type { TimelineEntry } from '../../../functions/model/conversations/timeline.ts';
import { call, type Output } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { type Groups, type View, withChange } from './list/list-order.ts';
import { type Timeline, withEntries, withLoadedPages, withNewestPage, withOlderPage } from './thread/timeline.ts';

export type InboxTimeline = Timeline<InboxConversation>;

/** The view, its filters and the open conversation are in the address. */
export const inboxSearch = {
  view: z._default(z.enum(inboxViews), 'mine'),
  channel: z.optional(z.enum(channels)),
  not_opened: z.optional(z.literal('true')),
  not_delivered: z.optional(z.literal('true')),
  tag: z.optional(z.string()),
  /** The open conversation, and the message in it that a link names. */
  c: z.optional(z.uuid()),
  m: z.optional(z.uuid()),
  /** The contact over the conversation, where it does not fit beside it. */
  panel: z.optional(z.literal('open')),
};

export interface InboxFilter {
  view: View;
  channel?: Channel | undefined;
  not_opened?: 'true' | undefined;
  not_delivered?: 'true' | undefined;
  tag?: string | undefined;
}

export const noFilters = { channel: undefined, not_opened: undefined, not_delivered: undefined, tag: undefined };

export interface InboxPage extends Groups {
  next_cursor: string | null;
}

const timelinesMax = 20;
const keptMs = 30 * 60_000;

export const timelineQuery = (workspaceId: string, id: string) => ({
  queryKey: ['getTimeline', { workspace_id: workspaceId, id }],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<InboxTimeline> => {
    const before = findTimeline(workspaceId, id);
    const { data } = await call('getTimeline', { workspace_id: workspaceId, id }, {}, { signal });
    return withoutHidden(withNewestPage(findTimeline(workspaceId, id), toTimeline(data), before));
  },
  staleTime: 10_000,
  gcTime: keptMs,
  // It would compare entries by position, and older pages shift the positions.
  structuralSharing: false,
});

/** A change of the mark shows that entries must be read again. */
const toTimeline = (page: Output<'getTimeline'>['data']): InboxTimeline => ({
  ...page,
  conversation: withPending(page.conversation),
  noted: page.conversation.noted,
});

export const findTimeline = (workspaceId: string, id: string): InboxTimeline | undefined =>
  queryClient.getQueryData(timelineQuery(workspaceId, id).queryKey);

const changeTimeline = (workspaceId: string, id: string, change: (known: InboxTimeline) => InboxTimeline): void => {
  queryClient.setQueryData<InboxTimeline>(
    timelineQuery(workspaceId, id).queryKey,
    (known) => known && withoutHidden(change(known)),
  );
};

/** Notes that are about to be deleted. Reads still bring them. */
export const hiddenEntries = new Set<string>();

const withoutHidden = (timeline: InboxTimeline): InboxTimeline =>
  hiddenEntries.size === 0
    ? timeline
    : { ...timeline, entries: timeline.entries.filter(({ id }) => !hiddenEntries.has(id)) };

/** Switching to a prefetched conversation is immediate. */
export const prefetchTimelines = (workspaceId: string, ids: readonly (string | undefined)[]): void => {
  for (const id of ids) if (id) void queryClient.prefetchQuery(timelineQuery(workspaceId, id));
  const unused = queryClient
    .getQueryCache()
    .findAll({ queryKey: ['getTimeline'], type: 'inactive' })
    .sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  for (const { queryKey } of unused.slice(timelinesMax)) queryClient.removeQueries({ queryKey });
};

export const readOlder = async (workspaceId: string, id: string): Promise<void> => {
  const before = findTimeline(workspaceId, id)?.entries[0]?.id;
  if (!before) return;
  const { data } = await call('getTimeline', { workspace_id: workspaceId, id }, { before });
  changeTimeline(workspaceId, id, (known) => withOlderPage(known, data));
};

/** At most this many pages of older messages are read to find one. */
const pagesBackMax = 40;

/** Reads older messages until this one is known. False if it is not there, or is too far back. */
export const readBackTo = async (workspaceId: string, id: string, entryId: string): Promise<boolean> => {
  for (let page = 0; page <= pagesBackMax; page++) {
    const { entries = [], has_older: hasOlder = false } = findTimeline(workspaceId, id) ?? {};
    if (entries.some((entry) => entry.id === entryId)) return true;
    if (!hasOlder || (entries[0]?.id ?? '') <= entryId) return false;
    await readOlder(workspaceId, id);
  }
  return false;
};

/** Links to files last at least an hour, so a page that stays open renews them earlier. */
export const linksMs = 50 * 60_000;

/** Reads all loaded entries again: links end, and older messages and notes are edited or deleted. */
export const readLoaded = async (workspaceId: string, id: string): Promise<null> => {
  const known = findTimeline(workspaceId, id);
  const first = known?.entries[0]?.id ?? '';
  const read = async (input: object) => (await call('getTimeline', { workspace_id: workspaceId, id }, input)).data;
  const all = toTimeline(await read({}));
  for (let before = all.entries[0]?.id; all.has_older && before && before > first; before = all.entries[0]?.id) {
    const older = await read({ before });
    all.entries = [...older.entries, ...all.entries];
    all.has_older = older.has_older;
  }
  changeTimeline(workspaceId, id, (now) => withLoadedPages(now, all, known));
  return null;
};

export const addEntries = (
  workspaceId: string,
  id: string,
  entries: readonly TimelineEntry[],
  conversation?: InboxConversation,
): void =>
  changeTimeline(workspaceId, id, (known) =>
    withEntries(known, entries, conversation ? withPending(conversation) : known.conversation),
  );

export const removeEntry = (workspaceId: string, id: string, entryId: string): void =>
  changeTimeline(workspaceId, id, (known) => ({
    ...known,
    entries: known.entries.filter((entry) => entry.id !== entryId),
  }));

const seenMax = 500;

/** The last known state of each conversation. Rows that left the list use it to say why. */
export const seenConversations = new Map<string, InboxConversation>();

export const rememberSeen = (conversations: readonly InboxConversation[]): void => {
  for (const conversation of conversations) {
    seenConversations.delete(conversation.id);
    seenConversations.set(conversation.id, conversation);
  }
  for (const id of seenConversations.keys()) {
    if (seenConversations.size <= seenMax) return;
    seenConversations.delete(id);
  }
};

/**
 * Changes that the server has not confirmed yet, by the key of their reply or action, oldest first. A read that began
 * before them must not revert them on the screen.
 */
const pending = new Map<string, { id: string; changes: Partial<InboxConversation> }>();

const pendingOf = ({ id }: InboxConversation) =>
  [...pending.values()].filter((one) => one.id === id).map(({ changes }) => changes);

const withPending = (conversation: InboxConversation): InboxConversation =>
  Object.assign({}, conversation, ...pendingOf(conversation));

export const withPendingRows = (page: InboxPage, view: View, userId: string): InboxPage =>
  [...page.waiting, ...page.answered]
    .filter((row) => pendingOf(row).length > 0)
    .reduce((groups, row) => ({ ...page, ...withChange(groups, withPending(row), view, userId) }), page);

/** Conversations that the person took here. The watch for news forgets them once it has seen them. */
export const takenIds = new Set<string>();

/** Updates a conversation in every list and in its timeline, after an action of the person. */
export const showConversation = (workspaceId: string, read: InboxConversation, userId: string): void => {
  const changed = withPending(read);
  rememberSeen([changed]);
  if (changed.assigned_agent_id === userId) takenIds.add(changed.id);
  else takenIds.delete(changed.id);
  const change = (queryKey: readonly unknown[]) => {
    const { view } = queryKey[2] as InboxFilter;
    queryClient.setQueryData<InboxPage>(
      queryKey,
      (page) => page && { ...page, ...withChange(page, changed, view, userId) },
    );
  };
  const isIn = (page: InboxPage | undefined) =>
    [...(page?.waiting ?? []), ...(page?.answered ?? [])].some(({ id }) => id === changed.id);
  const more = queryClient.getQueriesData<InboxPage>({ queryKey: ['getInbox more', workspaceId] });
  const further = more.filter(([, page]) => isIn(page)).map(([queryKey]) => queryKey);
  further.forEach(change);
  const lists = queryClient.getQueriesData<InboxPage>({
    queryKey: ['getInbox', { workspace_id: workspaceId }],
    // The overview keeps the same operation in another shape.
    predicate: ({ queryKey }) => queryKey[3] === 'rows',
  });
  // A row of a further page stays there.
  const isFurther = (filter: unknown) => further.some((queryKey) => queryKey[2] === filter);
  for (const [queryKey, page] of lists) if (isIn(page) || !isFurther(queryKey[2])) change(queryKey);
  changeTimeline(workspaceId, changed.id, (known) => ({ ...known, conversation: changed }));
};

export const expectChange = (key: string, id: string, changes: Partial<InboxConversation>): void =>
  void pending.set(key, { id, changes });

export const settleChange = (key: string): void => void pending.delete(key);

export const readCounts = (): void =>
  void queryClient.invalidateQueries({ queryKey: ['countInbox'] }, { cancelRefetch: false });

/** For use after each action of the person. */
export const readInboxNow = (): void => {
  void queryClient.invalidateQueries({ queryKey: ['getInbox'], refetchType: 'active' });
  readCounts();
};
