import type { useLivePages } from '../../api/queries.ts';
import { Button } from '../../components/controls/button.tsx';
import { contactTexts as texts } from '../../texts/en/contacts.ts';
import { count } from '../../texts/numbers.ts';

interface SearchFurtherProps {
  pages: ReturnType<typeof useLivePages<'listContacts'>>;
  /** Runs once the next contacts were looked through. */
  onDone?: () => void;
}

/** A search goes through a bounded number of contacts at a time and says how far it has come. */
export const SearchFurther = ({ pages, onDone }: SearchFurtherProps) => (
  <>
    <span role="status">
      {texts.looked(count(pages.data?.pages.reduce((sum, { meta }) => sum + meta.looked_at, 0) ?? 0))}
    </span>{' '}
    <Button size="small" onPress={() => void pages.fetchNextPage().then(onDone)} isPending={pages.isFetchingNextPage}>
      {texts.further}
    </Button>
  </>
);
