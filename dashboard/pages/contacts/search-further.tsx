import { useEffect } from 'react';
import type { useLivePages } from '../../api/queries.ts';
import { Button } from '../../components/controls/button.tsx';
import { contactTexts as texts } from '../../texts/en/contacts.ts';
import { count } from '../../texts/numbers.ts';

interface SearchFurtherProps {
  pages: ReturnType<typeof useLivePages<'listContacts'>>;
  /** Other filters go through all contacts, a bounded number at a time. */
  isSearch?: boolean;
  /** Runs once the next contacts were looked through. */
  onDone?: () => void;
}

/** A search that has found nothing yet goes on by itself, so "none" means none. */
export const SearchFurther = ({ pages, isSearch = true, onDone }: SearchFurtherProps) => {
  const { data, isFetching, isFetchingNextPage, error, fetchNextPage } = pages;
  const found = data?.pages.reduce((sum, page) => sum + page.data.length, 0) ?? 0;
  const goesOn = isSearch && found === 0;
  const isNext = goesOn && !isFetching && error === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page.
  useEffect(() => void (isNext && fetchNextPage()), [isNext]);
  const looked = data?.pages.reduce((sum, { meta }) => sum + meta.looked_at, 0) ?? 0;
  if (goesOn) return <span role="status">{texts.searching}</span>;
  return (
    <>
      {!isSearch && <span role="status">{texts.looked(count(looked))} </span>}
      <Button size="small" onPress={() => void fetchNextPage().then(onDone)} isPending={isFetchingNextPage}>
        {isSearch ? texts.more : texts.further}
      </Button>
    </>
  );
};
