import { Suspense, useMemo } from 'react';
import { Link } from 'wouter';
import type { Member } from '../../../../functions/model/members/member.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Problem } from '../../../components/feedback/problem.tsx';
import { lazyComponent } from '../../../components/lazy-component.ts';
import { useSession } from '../../../context/session.ts';
import { useWorkspace } from '../../../context/workspace.tsx';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { type InboxFilter, noFilters, prefetchTimelines, readInboxNow } from '../cache.ts';
import { outboxOf } from '../composer/outbox-store.ts';
import { useCounts, type useInbox, type useMorePages } from '../use-inbox.ts';
import { ConversationList } from './conversation-list.tsx';
import styles from './list.module.css';
import { ListHead } from './list-head.tsx';
import type { View } from './list-order.ts';
import { ListSkeleton, StaleBar } from './list-states.tsx';
import type { useShownList } from './use-shown-list.ts';

const ListEmpty = lazyComponent(() => import('./list-empty.tsx'), 'ListEmpty');
const BulkBar = lazyComponent(() => import('./bulk-bar.tsx'), 'BulkBar');

const texts = inboxTexts.list;

interface ListPaneProps {
  filter: InboxFilter;
  inbox: ReturnType<typeof useInbox>;
  more: ReturnType<typeof useMorePages>;
  shown: ReturnType<typeof useShownList>;
  openId: string | undefined;
  drafts: ReadonlyMap<string, string>;
  members: readonly Member[];
  hrefOf: (changes: Partial<InboxFilter> & { c?: string | undefined; m?: string | undefined }) => string;
  onFilter: (changes: Partial<InboxFilter>) => void;
  onSearch: () => void;
  onOpen: (id: string, writes: boolean) => void;
}

/** The views or bulk actions above the rows, or above the reason why there are none. */
export const ListPane = ({ filter, inbox, more, shown, openId, drafts, members, hrefOf, ...on }: ListPaneProps) => {
  const { id: workspaceId } = useWorkspace();
  const { user } = useSession();
  const counts = useCounts();
  const names = useMemo(() => new Map(members.map(({ user_id, name }) => [user_id, name])), [members]);
  const { list, rows, selected } = shown;
  const { view } = filter;
  const isFiltered = Object.keys(filter).length > 1;
  const mentions = counts?.mentions.filter(({ conversation_id: id }) => id !== openId) ?? [];
  const select = (ids: Iterable<string>) => shown.setSelected(new Set(ids));
  return (
    <>
      <div>
        {selected.size > 0 ? (
          <Suspense fallback={<div className={styles.bulk} />}>
            <BulkBar
              selected={selected}
              filter={filter}
              total={view === 'closed' || isFiltered ? undefined : counts?.[view]}
              isExact={counts?.is_exact}
              shownIds={rows.map(({ row }) => row.id)}
              members={members}
              whenDelivered={outboxOf(user.id).whenDelivered}
              onSelect={shown.setSelected}
            />
          </Suspense>
        ) : (
          <ListHead
            filter={filter}
            counts={counts}
            hrefOf={(next: View) => hrefOf({ view: next, m: undefined })}
            onFilter={on.onFilter}
            onSearch={on.onSearch}
            onSelectAll={rows.length > 0 ? () => select(rows.map(({ row }) => row.id)) : undefined}
          />
        )}
        {mentions[0] && (
          <Link
            href={hrefOf({ c: mentions[0].conversation_id, m: mentions[0].note_id })}
            className={`bare ${styles.arrivals}`}
          >
            {texts.mentioned(mentions.map(({ by }) => by))}
          </Link>
        )}
        {list.arrivals > 0 && (
          <button type="button" className={`bare ${styles.arrivals}`} onClick={shown.showArrivals}>
            {texts.arrivals(list.arrivals)}
          </button>
        )}
        {inbox.error !== null && inbox.data && <StaleBar inbox={inbox} />}
      </div>
      {inbox.error !== null && !inbox.data ? (
        <Problem
          error={inbox.error}
          title={texts.loadFailed}
          onRetry={() => void inbox.refetch()}
          isRetrying={inbox.isFetching}
        />
      ) : inbox.data === undefined ? (
        <ListSkeleton />
      ) : rows.length === 0 ? (
        <Suspense fallback={<ListSkeleton />}>
          <ListEmpty
            more={more}
            filter={filter}
            counts={counts}
            hrefOf={(next) => hrefOf({ view: next })}
            clearHref={hrefOf(noFilters)}
          />
        </Suspense>
      ) : (
        <ConversationList
          list={list}
          view={view}
          openId={openId}
          drafts={drafts}
          members={names}
          selected={selected}
          hrefOf={(id) => hrefOf({ c: id, m: undefined })}
          onOpen={on.onOpen}
          onSelect={shown.select}
          onHover={(id) => prefetchTimelines(workspaceId, [id])}
          onPull={() => {
            shown.showArrivals();
            readInboxNow();
          }}
          onNearEnd={() => more.hasMore && more.loadMore()}
          foot={
            more.hasMore && (
              <Button variant="ghost" size="small" onPress={more.loadMore} isPending={more.isLoading}>
                {texts.loadMore}
              </Button>
            )
          }
        />
      )}
    </>
  );
};
