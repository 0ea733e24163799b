import type { ReactNode } from 'react';
import { isUnreached } from '../../api/freshness.ts';
import { en } from '../../texts/en.ts';
import { Button } from '../controls/button.tsx';
import styles from './feedback.module.css';
import { Problem } from './problem.tsx';
import { SkeletonRows } from './skeleton.tsx';

interface ListingQuery {
  data: unknown;
  error: unknown;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  fetchNextPage?: () => Promise<unknown>;
}

interface ListingProps {
  query: ListingQuery;
  /** "The API keys could not be loaded." */
  failed: string;
  isEmpty: boolean;
  empty: ReactNode;
  children: ReactNode;
}

/** The states of a list in one place. An error keeps the rows that were there. `ConnectionNotice` reports an outage. */
export const Listing = ({ query, failed, isEmpty, empty, children }: ListingProps) => (
  <>
    {query.error !== null && !isUnreached(query.error) && (
      <div className={styles.problem}>
        <Problem
          error={query.error}
          title={failed}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      </div>
    )}
    {query.data === undefined
      ? (query.error === null || isUnreached(query.error)) && <SkeletonRows />
      : isEmpty
        ? empty
        : children}
    {query.hasNextPage && (
      <div className={styles.more}>
        <Button size="small" onPress={() => void query.fetchNextPage?.()} isPending={query.isFetchingNextPage ?? false}>
          {en.list.more}
        </Button>
      </div>
    )}
  </>
);
