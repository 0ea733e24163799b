import { Suspense, useCallback, useMemo } from 'react';
import { Link } from 'wouter';
import type { Member } from '../../../../functions/model/members/member.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Problem } from '../../../components/feedback/problem.tsx';
import { lazyComponent } from '../../../components/lazy-component.ts';
import { useStable } from '../../../context/stable.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { readInboxNow, useInbox } from '../store/inbox.ts';
import { type InboxFilter, noFilters, type View } from '../store/lists.ts';
import { outboxOf } from '../store/outbox-store.ts';
import { useCounts, type useList, type useMorePages } from '../store/reads.ts';
import { prefetchTimelines } from '../store/timelines.ts';
import { ConversationList } from './conversation-list.tsx';
import styles from './list.module.css';
import { ListHead } from './list-head.tsx';
import { idsInView } from './list-order.ts';
import { ListSkeleton, StaleBar } from './list-states.tsx';
import type { useShownList } from './use-shown-list.ts';

const ListEmpty = lazyComponent(() => import('./list-empty.tsx'), 'ListEmpty');
const TeamFilter = lazyComponent(() => import('./team-filter.tsx'), 'TeamFilter');
const TurnBar = lazyComponent(() => import('./turn-bar.tsx'), 'TurnBar');
const SelectionBar = lazyComponent(() => import('./selection-bar.tsx'), 'SelectionBar');

const texts = inboxTexts.list;

interface ListPaneProps {
  filter: InboxFilter;
  first: ReturnType<typeof useList>;
  more: ReturnType<typeof useMorePages>;
  shown: ReturnType<typeof useShownList>;
  openId: string | undefined;
  drafts: ReadonlyMap<string, string>;
  members: readonly Member[];
  hrefOf: (changes: Partial<InboxFilter> & { c?: string | undefined; m?: string | undefined }) => string;
  onFilter: (changes: Partial<InboxFilter>) => void;
  onSearch: () => void;
  onStart: () => void;
  onOpen: (id: string, writes: boolean) => void;
}

/** The views or bulk actions above the rows, or above the reason why there are none. */
export const ListPane = ({ filter, first, more, shown, openId, drafts, members, hrefOf, ...on }: ListPaneProps) => {
  const inbox = useInbox();
  const counts = useCounts();
  const names = useMemo(() => new Map(members.map(({ user_id, name }) => [user_id, name])), [members]);
  const { list, rows, selected } = shown;
  const { view } = filter;
  const isFiltered = Object.keys(filter).length > 1;
  const mentions = counts?.mentions.filter(({ conversation_id: id }) => id !== openId) ?? [];
  const onHover = useCallback((id: string) => prefetchTimelines(inbox, [id]), [inbox]);
  const viewHref = useStable((next: View) => hrefOf({ view: next, c: undefined, m: undefined }));
  const onFilter = useStable(on.onFilter);
  const onSearch = useStable(on.onSearch);
  const shownIds = idsInView(list);
  const selectAll = useStable(() => shown.setSelected(new Set(shownIds)));
  return (
    <>
      <div>
        {selected.size > 0 ? (
          <Suspense fallback={<div className={styles.bulk} />}>
            <SelectionBar
              selected={selected}
              filter={filter}
              total={view === 'closed' || isFiltered ? undefined : counts?.[view]}
              isExact={counts?.is_exact}
              shownIds={shownIds}
              members={members}
              whenDelivered={outboxOf(inbox.userId).whenDelivered}
              onSelect={shown.setSelected}
            />
          </Suspense>
        ) : (
          <ListHead
            filter={filter}
            counts={counts}
            hrefOf={viewHref}
            onFilter={onFilter}
            members={members}
            onSearch={onSearch}
            onStart={on.onStart}
            onSelectAll={shownIds.length > 0 ? selectAll : undefined}
          />
        )}
        {selected.size === 0 && (counts?.teams || filter.team) && (
          <Suspense fallback={<div className={styles.teamFilter} />}>
            <TeamFilter team={filter.team} counts={counts} onFilter={onFilter} />
          </Suspense>
        )}
        {counts?.is_away !== undefined && (
          <Suspense fallback={<div className={styles.turns} />}>
            <TurnBar isAway={counts.is_away} />
          </Suspense>
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
        {first.error !== null && first.data && <StaleBar list={first} />}
      </div>
      {first.error !== null && !first.data ? (
        <Problem
          error={first.error}
          title={texts.loadFailed}
          onRetry={() => void first.refetch()}
          isRetrying={first.isFetching}
        />
      ) : first.data === undefined ? (
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
          onHover={onHover}
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

/** The menu is there once any conversation has a team. */
export const openTeamFilter = (): void => document.querySelector<HTMLElement>(`.${styles.teamFilter} button`)?.click();
