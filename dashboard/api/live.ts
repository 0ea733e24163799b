import { keepPreviousData, type Query, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { OperationId } from '../../functions/dashboard/operations.ts';
import type { Input, Output } from './call.ts';
import { liveIntervalMs } from './live-interval.ts';
import { type PagedOperationId, pagesQuery, readQuery } from './queries.ts';
import type { Params } from './routes.ts';

let lastInputAtMs = Date.now();
for (const event of ['pointerdown', 'keydown', 'scroll'] as const) {
  window.addEventListener(event, () => (lastInputAtMs = Date.now()), { passive: true, capture: true });
}

/** TanStack Query stops by itself while the tab is hidden. */
export const polling = (everyMs: number | false) => ({
  refetchInterval: ({ state }: Pick<Query, 'state'>) =>
    everyMs !== false &&
    liveIntervalMs(everyMs, { idleMs: Date.now() - lastInputAtMs, isFailing: state.status === 'error' }),
  refetchOnWindowFocus: 'always' as const,
  refetchOnReconnect: 'always' as const,
});

interface LiveOptions<Id extends OperationId> {
  everyMs?: number | false;
  input?: Input<Id>;
  /** Shows the data of the previous input until that of the new one is there. */
  keepsPrevious?: boolean;
  /** False while the page does not know yet what to read. */
  isEnabled?: boolean;
  /** Data that will not change any more. */
  isFinal?: (data: Output<Id>) => boolean;
}

/** The only place that knows how fresh data comes. `everyMs` false: reads once and when the tab comes back. */
export const useLive = <Id extends OperationId>(
  id: Id,
  params: Params<Id>,
  { everyMs = 30_000, input, isEnabled = true, keepsPrevious = false, isFinal }: LiveOptions<Id> = {},
) => {
  const { refetchInterval, ...live } = polling(everyMs);
  return useQuery({
    ...readQuery(id, params, input),
    ...live,
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
    enabled: isEnabled,
    refetchInterval: (query) =>
      query.state.data !== undefined && isFinal?.(query.state.data) ? false : refetchInterval(query),
  });
};

/** The same for a paged list; "Load more" is `fetchNextPage`. */
export const useLivePages = <Id extends PagedOperationId>(
  id: Id,
  params: Params<Id>,
  { everyMs = 30_000, filter }: { everyMs?: number | false; filter?: Input<Id> } = {},
) => useInfiniteQuery({ ...pagesQuery(id, params, filter), ...polling(everyMs) });
