import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type Query,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import type { OperationId } from '../../functions/dashboard/operations.ts';
import { call, type Input, type Output } from './call.ts';
import { useFillWorkspace } from './fill-workspace.ts';
import { isPushed, useConnected } from './live/live.ts';
import { liveIntervalMs, pushedMs } from './live-interval.ts';
import { findLoadedPage } from './loaded-page.ts';
import type { GivenParams, Params } from './routes.ts';

/** The operation comes first: invalidating `[id]` reaches all of its queries. */
export const readQuery = <Id extends OperationId>(id: Id, params: Params<Id>, input?: Input<Id>) =>
  queryOptions({
    queryKey: [id, params, input],
    queryFn: ({ signal }): Promise<Output<Id>> => call(id, params, input, { signal }),
  });

export type PagedOperationId = {
  [Id in OperationId]: Output<Id> extends { meta: { next_cursor: string | null } } ? Id : never;
}[OperationId];

const pagesQuery = <Id extends PagedOperationId>(
  id: Id,
  params: Params<Id>,
  filter: Input<Id> | undefined,
  pollsFirstPage: boolean,
) =>
  infiniteQueryOptions({
    queryKey: [id, params, filter, 'pages'],
    queryFn: async ({ pageParam, signal, client, queryKey }): Promise<Output<Id>> =>
      (pollsFirstPage
        ? findLoadedPage(client.getQueryState<InfiniteData<Output<Id>>>(queryKey), pageParam)
        : undefined) ??
      call(id, params, Object.assign({}, filter, pageParam && { cursor: pageParam }) as Input<Id>, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => (last as { meta: { next_cursor: string | null } }).meta.next_cursor,
  });

let lastInputAtMs = Date.now();
for (const event of ['pointerdown', 'keydown', 'scroll'] as const) {
  window.addEventListener(event, () => (lastInputAtMs = Date.now()), { passive: true, capture: true });
}

/** How long the person has done nothing. */
export const idleMs = (): number => Date.now() - lastInputAtMs;

const isInInbox = (): boolean => window.location.pathname.endsWith('/inbox');

/** TanStack Query stops by itself while the tab is hidden. */
export const polling = (everyMs: number | false, isCostly = false) => ({
  refetchInterval: ({ state, queryKey }: Pick<Query, 'state' | 'queryKey'>, isMoving = false) =>
    everyMs !== false &&
    liveIntervalMs(everyMs, {
      idleMs: idleMs(),
      isFailing: state.status === 'error',
      pushedMs: !isMoving && isPushed(queryKey) ? pushedMs({ isInInbox: isInInbox() }) : 0,
    }),
  refetchOnWindowFocus: isCostly ? false : ('always' as const),
  refetchOnReconnect: 'always' as const,
});

interface ReadOptions {
  everyMs?: number | false;
  /** Shows the data of the previous input or filter until the new data arrives. */
  keepsPrevious?: boolean;
  /** False while the page does not know yet what to read. */
  isEnabled?: boolean;
  /** It reads a thousand rows and more, so it is not read again whenever the tab comes back. */
  isCostly?: boolean;
}

const useReading = ({ everyMs = 30_000, keepsPrevious = false, isEnabled = true, isCostly }: ReadOptions) => {
  useConnected();
  const { refetchInterval, ...live } = polling(everyMs, isCostly);
  const shared = { ...live, ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}), enabled: isEnabled };
  return { refetchInterval, shared };
};

interface LiveOptions<Id extends OperationId> extends ReadOptions {
  input?: Input<Id>;
  /** True for data that will not change any more. */
  isFinal?: (data: Output<Id>) => boolean;
  /** True while it changes without hints. */
  isMoving?: (data: Output<Id>) => boolean;
  /** True if the page is about something else, so the age of this data is not that of the page. */
  isAside?: boolean;
}

/**
 * The only place that decides how often data is read again. With `everyMs` false it is read once, and again when the
 * tab comes back. The current workspace is filled in: `useLive('getUsage', {}, { everyMs: 60_000 })`.
 */
export const useLive = <Id extends OperationId>(
  id: Id,
  params: GivenParams<Id>,
  { input, isFinal, isMoving, isAside, ...options }: LiveOptions<Id> = {},
) => {
  const { refetchInterval, shared } = useReading(options);
  return useQuery({
    ...readQuery(id, useFillWorkspace()(id, params), input),
    ...shared,
    ...(isAside ? { meta: { isAside } } : {}),
    refetchInterval: (query) => {
      const { data } = query.state;
      return data !== undefined && isFinal?.(data) ? false : refetchInterval(query, data && isMoving?.(data));
    },
  });
};

interface PagesOptions<Id extends OperationId> extends ReadOptions {
  filter?: Input<Id>;
  /** For rows that hardly change: with many pages loaded, a poll reads the first one only. */
  pollsFirstPage?: boolean;
  /** True while a page of it changes without hints. */
  isMoving?: (page: Output<Id>) => boolean;
}

/** Reads a paged list in the same way; "Load more" is `fetchNextPage`. */
export const useLivePages = <Id extends PagedOperationId>(
  id: Id,
  params: GivenParams<Id>,
  { filter, pollsFirstPage = false, isMoving, ...options }: PagesOptions<Id> = {},
) => {
  const { refetchInterval, shared } = useReading(options);
  return useInfiniteQuery({
    ...pagesQuery(id, useFillWorkspace()(id, params), filter, pollsFirstPage),
    ...shared,
    refetchInterval: (query) => refetchInterval(query, isMoving && query.state.data?.pages.some(isMoving)),
  });
};
