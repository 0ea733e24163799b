import { useEffect } from 'react';

interface FoundPages {
  data: { pages: readonly { data: readonly unknown[] }[] } | undefined;
  error: Error | null;
  hasNextPage: boolean;
  isFetching: boolean;
  fetchNextPage: () => unknown;
}

/** After so many pages without a match, the person decides whether to look further. */
export const pagesMax = 20;

/** True while a search that has found nothing yet looks on by itself. */
export const looksOn = ({ data, error, hasNextPage, isFetching }: FoundPages): boolean => {
  const { pages = [] } = data ?? {};
  return (isFetching || (hasNextPage && pages.length < pagesMax)) && error === null && !pages.some(hasRows);
};

const hasRows = ({ data }: { data: readonly unknown[] }): boolean => data.length > 0;

/** "None" means none: a search that has found nothing yet reads its next page. Returns whether it still looks. */
export const useReadOn = (pages: FoundPages, isSearching = true): boolean => {
  const isLooking = isSearching && looksOn(pages);
  const isNext = isLooking && !pages.isFetching;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page.
  useEffect(() => void (isNext && pages.fetchNextPage()), [isNext]);
  return isLooking;
};
