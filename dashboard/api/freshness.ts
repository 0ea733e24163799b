import type { Query, QueryCache } from '@tanstack/react-query';
import { isPushed } from './live/live.ts';
import { toProblem } from './problem.ts';

export type ConnectionState = 'live' | 'failing' | 'unreachable' | 'offline';

/** When the oldest data on the page was read, or undefined on a page without data that is read again. */
export const oldestReadMs = (cache: QueryCache): number | undefined => {
  const reads = polledQueries(cache).flatMap((query) =>
    query.state.data === undefined || isCurrent(query) ? [] : [query.state.dataUpdatedAt],
  );
  return reads.length === 0 ? undefined : Math.min(...reads);
};

/** Depends on the last attempts to read, including those that will be retried. */
export const connectionOf = (cache: QueryCache): ConnectionState => {
  const states = polledQueries(cache).map(({ state }) => state);
  if (states.some(({ fetchStatus }) => fetchStatus === 'paused')) return 'offline';
  const failures = states
    .filter(({ status, fetchFailureCount }) => status === 'error' || fetchFailureCount > 0)
    .map(({ error, fetchFailureReason }) => toProblem(fetchFailureReason ?? error));
  if (failures.length === 0) return 'live';
  return failures.some(({ code }) => code === 'unreachable') ? 'unreachable' : 'failing';
};

/** A read on the page has given up on reaching the server. */
export const isUnreachable = (cache: QueryCache): boolean =>
  cache.getAll().some((query) => query.isActive() && isUnreached(query.state.error));

export const isUnreached = (error: unknown): boolean => error !== null && toProblem(error).code === 'unreachable';

/** Hints would have said that it changed. */
const isCurrent = (query: Query): boolean =>
  query.state.fetchFailureCount === 0 && query.state.fetchStatus !== 'paused' && isPushed(query.queryKey);

/** Data that is read once or that will not change any more does not age. */
const polledQueries = (cache: QueryCache): Query[] =>
  cache.getAll().filter((query) => !query.meta?.['isAside'] && isPolled(query));

const isPolled = (query: Query): boolean =>
  query.observers.some(({ options: { refetchInterval: every } }) =>
    typeof every === 'function' ? every(query) : every,
  );
