import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { changedMax } from '../../../../functions/model/conversations/inbox.ts';
import { call, type Output } from '../../../api/call.ts';
import { isConnected, useConnected } from '../../../api/live/live.ts';
import { toProblem } from '../../../api/problem.ts';
import { idleMs, readQuery, useLive } from '../../../api/queries.ts';
import { queryClient } from '../../../api/query-client.ts';
import { preferences } from '../../../context/preferences.ts';
import { type Inbox, readCounts, useInbox } from './inbox.ts';
import type { InboxFilter, ListPage } from './lists.ts';
import { inboxIntervalMs } from './live-interval.ts';
import { liveSince } from './timeline.ts';
import { linksMs, prefetchTimelines, readLoaded, timelineQuery } from './timelines.ts';

/**
 * One conditional read brings the list and the news of the open conversation. Nothing else polls for them.
 */
export const useList = (filter: InboxFilter, openId: string | undefined) => {
  const inbox = useInbox();
  useConnected();
  const open = useRef(openId);
  open.current = openId;
  const lastOpen = useRef<unknown>(null);
  const query = useQuery({
    queryKey: inbox.listKey(filter),
    queryFn: async ({ signal, queryKey }): Promise<ListPage> => {
      const shown = open.current && inbox.findTimeline(open.current);
      const since = shown && liveSince(shown.entries);
      const opened = { ...(shown && { conversation_id: shown.conversation.id }), ...(since && { since }) };
      const place = inbox.place();
      const isThere = isConnected() && place !== undefined && place.id === open.current;
      const counts = isConnected() ? { counts: 'true' as const } : {};
      const besides = { ...counts, ...(isThere && { presence: place.state }) };
      const read: Read = (input) =>
        call('getInbox', { workspace_id: inbox.workspaceId }, { ...filter, ...besides, ...input }, { signal });
      const readOpened: Read = (input) =>
        read({ ...opened, ...input }).catch((error: unknown) => {
          if (!shown || toProblem(error).status !== 404) throw error;
          // Its own query reports that, and the list stays live.
          inbox.conversationErased(shown.conversation.id);
          return read(input);
        });
      const { data, meta } = await readChanged(inbox, filter, queryClient.getQueryData(queryKey), readOpened);
      if (data.counts) queryClient.setQueryData(countsKey(inbox), { data: data.counts });
      // An unchanged response is the same object.
      if (data.open && data.open !== lastOpen.current) inbox.entriesArrived(data.open.conversation, data.open.entries);
      lastOpen.current = data.open;
      // An entry before the live part was edited or deleted. It is read again with each poll until that succeeds.
      if (data.open && inbox.findTimeline(data.open.conversation.id)?.noted !== data.open.conversation.noted)
        void readLoaded(inbox, data.open.conversation.id).catch(() => undefined);
      const { waiting, answered, rows_version } = data;
      const page = { filter, waiting, answered, rows_version, next_cursor: meta.next_cursor };
      const list = inbox.listRead(queryKey, page);
      // A row may come without the entries, for example of a conversation that was opened meanwhile.
      if (open.current && inbox.isBehind(open.current)) prefetchTimelines(inbox, [open.current]);
      return list;
    },
    // The inbox keeps what did not change, also where a row moved.
    structuralSharing: false,
    refetchInterval: ({ state }) =>
      inboxIntervalMs({
        isConnected: isConnected(),
        isVisible: document.visibilityState === 'visible',
        idleMs: idleMs(),
        wantsNotices: preferences().sound || preferences().desktopNotices,
        isFailing: state.status === 'error' || state.fetchFailureCount > 0,
        isCostly: filter.tag !== undefined || filter.not_delivered !== undefined,
      }),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    // The next poll is the retry.
    retry: false,
  });
  useCountsAfter(query.data);
  return query;
};

type Read = (input: object) => Promise<Output<'getInbox'>>;

/**
 * Reads the conversations that changed. A read without a reason looks for a change whose hint was lost. Either is the
 * whole list where this page does not know one of the others.
 */
const readChanged = async (inbox: Inbox, filter: InboxFilter, before: ListPage | undefined, read: Read) => {
  const changed = inbox.takeChanged();
  const isWhole =
    !isConnected() ||
    changed === 'all' ||
    changed.length > changedMax ||
    filter.tag !== undefined ||
    filter.not_delivered;
  try {
    if (isWhole || !before) return await read({});
    const known = changed.length > 0 ? { changed: changed.join() } : { known: before.rows_version };
    const { data, meta } = await read(known);
    if (!data.ids) return { data, meta };
    const fresh = new Map([...data.waiting, ...data.answered].map((row) => [row.id, row]));
    const rowsOf = (ids: readonly string[]) => ids.flatMap((id) => fresh.get(id) ?? inbox.find(id) ?? []);
    const { waiting, answered } = data.ids;
    const rows = { waiting: rowsOf(waiting), answered: rowsOf(answered) };
    const isKnown = rows.waiting.length + rows.answered.length === waiting.length + answered.length;
    return isKnown ? { data: { ...data, ...rows }, meta } : await read({});
  } catch (error) {
    if (changed === 'all') inbox.listMissed();
    else inbox.changesHeard(changed.map((id) => ({ id })));
    throw error;
  }
};

/** A change of the list is a change of the counts. */
const useCountsAfter = (page: ListPage | undefined): void => {
  const key = page && [...page.waiting.map(({ id }) => id), '|', ...page.answered.map(({ id }) => id)].join();
  const before = useRef(key);
  useEffect(() => {
    if (before.current !== undefined && before.current !== key && !isConnected()) readCounts();
    before.current = key;
  }, [key]);
};

const countsKey = ({ workspaceId }: Inbox) => readQuery('countInbox', { workspace_id: workspaceId }).queryKey;

export const useCounts = () => useLive('countInbox', {}, { everyMs: 15_000 }).data?.data;

/** How long customers usually wait. The service counts once an hour. */
export const useUsualWaits = () =>
  useLive('getUsualWaits', {}, { everyMs: 3_600_000, isCostly: true, isAside: true }).data?.data;

const none: readonly never[] = [];

/** An assignee who is not among the members may have just joined, so they are read again, once for each assignee. */
export const useMembers = (assigned: string | null | undefined) => {
  const members = useLive('listMembers', {}, { everyMs: 60_000 }).data?.data ?? none;
  useEffect(() => {
    if (!assigned || members.length === 0 || asked.has(assigned)) return;
    if (members.some(({ user_id }) => user_id === assigned)) return;
    asked.add(assigned);
    void queryClient.invalidateQueries({ queryKey: ['listMembers'] });
  }, [assigned, members]);
  return members;
};

const asked = new Set<string>();

/** A cached timeline shows at once and is then read again, unless it is fresh. */
export const useTimeline = (id: string | undefined) => {
  const inbox = useInbox();
  useQuery({
    queryKey: ['links', inbox.workspaceId, id],
    queryFn: () => readLoaded(inbox, id ?? ''),
    enabled: id !== undefined,
    initialData: null,
    staleTime: linksMs,
    refetchInterval: linksMs,
    gcTime: 0,
  });
  return useQuery({
    ...timelineQuery(inbox, id ?? ''),
    enabled: id !== undefined,
    // The live read brings the news.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
};

/** The pages after the first one. Scrolling loads them, and they refresh every 30 seconds. */
export const useMorePages = (filter: InboxFilter, first: ListPage | undefined) => {
  const inbox = useInbox();
  const key = JSON.stringify(filter);
  const [wanted, setWanted] = useState({ key, pages: 0 });
  const pages = wanted.key === key ? wanted.pages : 0;
  const query = useQuery({
    queryKey: inbox.furtherKey(filter, pages),
    queryFn: async ({ signal, queryKey }): Promise<ListPage> => {
      let all: ListPage = {
        filter,
        waiting: [],
        answered: [],
        rows_version: '',
        next_cursor: first?.next_cursor ?? null,
      };
      for (let read = 0; read < pages && all.next_cursor !== null; read++) {
        const input = { ...filter, cursor: all.next_cursor };
        const { data, meta } = await call('getInbox', { workspace_id: inbox.workspaceId }, input, { signal });
        all = {
          filter,
          rows_version: '',
          waiting: [...all.waiting, ...data.waiting],
          answered: [...all.answered, ...data.answered],
          next_cursor: meta.next_cursor,
        };
      }
      return inbox.listRead(queryKey, all);
    },
    structuralSharing: false,
    enabled: pages > 0,
    refetchInterval: 30_000,
    placeholderData: (previous) => (pages > 0 ? previous : undefined),
  });
  const loaded = pages > 0 ? query.data : undefined;
  return {
    rows: loaded,
    hasMore: (loaded ?? first)?.next_cursor != null,
    isLoading: query.isLoading || (query.isFetching && query.isPlaceholderData),
    loadMore: () => !query.isFetching && setWanted({ key, pages: pages + 1 }),
  };
};
