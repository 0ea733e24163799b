import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { toProblem } from '../../../api/problem.ts';
import { idleMs, useLive } from '../../../api/queries.ts';
import { queryClient } from '../../../api/query-client.ts';
import { preferences } from '../../../context/preferences.ts';
import { readCounts, useInbox } from './inbox.ts';
import type { InboxFilter, InboxPage } from './lists.ts';
import { inboxIntervalMs } from './live-interval.ts';
import { liveSince } from './timeline.ts';
import { linksMs, readLoaded, timelineQuery } from './timelines.ts';

/**
 * One conditional read brings the list and the news of the open conversation. Nothing else polls for them.
 */
export const useList = (filter: InboxFilter, openId: string | undefined) => {
  const inbox = useInbox();
  const open = useRef(openId);
  open.current = openId;
  const lastOpen = useRef<unknown>(null);
  const query = useQuery({
    queryKey: inbox.listKey(filter),
    queryFn: async ({ signal, queryKey }): Promise<InboxPage> => {
      const shown = open.current && inbox.findTimeline(open.current);
      const since = shown && liveSince(shown.entries);
      const opened = shown ? { conversation_id: shown.conversation.id, ...(since ? { since } : {}) } : {};
      const read = (input: object) =>
        call('getInbox', { workspace_id: inbox.workspaceId }, { ...filter, ...input }, { signal });
      const { data, meta } = await read(opened).catch((error: unknown) => {
        if (!shown || toProblem(error).status !== 404) throw error;
        // Its own query reports that, and the list stays live.
        inbox.conversationErased(shown.conversation.id);
        return read({});
      });
      // An unchanged response is the same object.
      if (data.open && data.open !== lastOpen.current) inbox.entriesArrived(data.open.conversation, data.open.entries);
      lastOpen.current = data.open;
      // An entry before the live part was edited or deleted. It is read again with each poll until that succeeds.
      if (data.open && inbox.findTimeline(data.open.conversation.id)?.noted !== data.open.conversation.noted)
        void readLoaded(inbox, data.open.conversation.id).catch(() => undefined);
      const page = { filter, waiting: data.waiting, answered: data.answered, next_cursor: meta.next_cursor };
      return inbox.listRead(queryKey, page);
    },
    // The inbox keeps what did not change, also where a row moved.
    structuralSharing: false,
    refetchInterval: ({ state }) =>
      inboxIntervalMs({
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

/** A change of the list is a change of the counts. */
const useCountsAfter = (page: InboxPage | undefined): void => {
  const key = page && [...page.waiting.map(({ id }) => id), '|', ...page.answered.map(({ id }) => id)].join();
  const before = useRef(key);
  useEffect(() => {
    if (before.current !== undefined && before.current !== key) readCounts();
    before.current = key;
  }, [key]);
};

export const useCounts = () => useLive('countInbox', {}, { everyMs: 15_000 }).data?.data;

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
export const useMorePages = (filter: InboxFilter, first: InboxPage | undefined) => {
  const inbox = useInbox();
  const key = JSON.stringify(filter);
  const [wanted, setWanted] = useState({ key, pages: 0 });
  const pages = wanted.key === key ? wanted.pages : 0;
  const query = useQuery({
    queryKey: inbox.furtherKey(filter, pages),
    queryFn: async ({ signal, queryKey }): Promise<InboxPage> => {
      let all: InboxPage = { filter, waiting: [], answered: [], next_cursor: first?.next_cursor ?? null };
      for (let read = 0; read < pages && all.next_cursor !== null; read++) {
        const input = { ...filter, cursor: all.next_cursor };
        const { data, meta } = await call('getInbox', { workspace_id: inbox.workspaceId }, input, { signal });
        all = {
          filter,
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
