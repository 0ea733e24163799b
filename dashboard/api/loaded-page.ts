import type { InfiniteData, QueryState } from '@tanstack/react-query';

/**
 * The page as it was loaded, for a poll that reads only the first one. If that now ends elsewhere, or something was
 * changed here, the others are read again.
 */
export const findLoadedPage = <Data>(
  state: Pick<QueryState<InfiniteData<Data>>, 'data' | 'isInvalidated'> | undefined,
  pageParam: string,
): Data | undefined => {
  if (pageParam === '' || !state || state.isInvalidated) return undefined;
  const index = state.data?.pageParams.indexOf(pageParam) ?? -1;
  return index < 0 ? undefined : state.data?.pages[index];
};
