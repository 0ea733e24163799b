import type { useLivePages } from '../../api/queries.ts';
import { useReadOn } from '../../api/use-read-on.ts';
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

export const SearchFurther = ({ pages, isSearch = true, onDone }: SearchFurtherProps) => {
  const { data, isFetchingNextPage, fetchNextPage } = pages;
  const isLooking = useReadOn(pages, isSearch);
  const isFound = data?.pages.some((page) => page.data.length > 0);
  const looked = data?.pages.reduce((sum, { meta }) => sum + meta.looked_at, 0) ?? 0;
  if (isLooking) return <span role="status">{texts.searching}</span>;
  return (
    <>
      {!isSearch && <span role="status">{texts.looked(count(looked))} </span>}
      {isSearch && !isFound && <span role="status">{texts.notYet} </span>}
      <Button size="small" onPress={() => void fetchNextPage().then(onDone)} isPending={isFetchingNextPage}>
        {isSearch && isFound ? texts.more : texts.further}
      </Button>
    </>
  );
};
