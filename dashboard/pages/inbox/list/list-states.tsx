import InboxIcon from 'lucide-react/icons/inbox';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { Output } from '../../../api/call.ts';
import { useLive } from '../../../api/queries.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Empty } from '../../../components/feedback/empty.tsx';
import { useSession } from '../../../context/session.ts';
import { useMay, useWorkspace } from '../../../context/workspace.tsx';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { en } from '../../../texts/en.ts';
import { shortTime } from '../../../texts/time.ts';
import { type InboxFilter, seenConversations } from '../cache.ts';
import { failingMs } from '../live-interval.ts';
import type { useInbox } from '../use-inbox.ts';
import styles from './list.module.css';
import type { View } from './list-order.ts';

const texts = inboxTexts.list;

interface ListEmptyProps {
  /** Reads the next part of a view that is read in parts. */
  more: { hasMore: boolean; isLoading: boolean; loadMore: () => void };
  filter: InboxFilter;
  counts: Output<'countInbox'>['data'] | undefined;
  hrefOf: (view: View) => string;
  clearHref: string;
}

export const ListEmpty = ({ more, filter, counts, hrefOf, clearHref }: ListEmptyProps) => {
  const { id: workspaceId } = useWorkspace();
  const { has_playground: hasPlayground } = useSession();
  const isAdmin = useMay('admin');
  const unassigned = counts?.unassigned ?? 0;
  const isFiltered = Object.keys(filter).length > 1;
  const { view } = filter;
  const isUnknown = view === 'all' && !isFiltered && seenConversations.size === 0;
  const input = { view: 'closed', limit: '1' } as const;
  const closed = useLive('getInbox', {}, { input, isEnabled: isUnknown, everyMs: false, isAside: true });
  if (closed.isLoading) return <ListSkeleton />;
  const hasSome = seenConversations.size > 0 || (closed.data?.data.answered.length ?? 0) > 0;
  const words = more.hasMore
    ? [texts.empty.partly, texts.empty.partlyText]
    : isFiltered
      ? [texts.empty.filtered, texts.empty.filteredText]
      : {
          mine: [texts.empty.mine, texts.empty.mineText(unassigned)],
          unassigned: [texts.empty.unassigned, texts.empty.unassignedText],
          all: [
            counts?.waiting ? texts.empty.mine : hasSome ? texts.empty.allClosed : texts.empty.all,
            texts.empty.allText,
          ],
          waiting: [texts.empty.waiting, texts.empty.waitingText],
          closed: [texts.empty.closed, texts.empty.closedText],
        }[view];
  const action = more.hasMore ? (
    <Button size="small" onPress={more.loadMore} isPending={more.isLoading}>
      {texts.searchFurther}
    </Button>
  ) : isFiltered ? (
    <Link href={clearHref}>{texts.clear}</Link>
  ) : view === 'mine' && unassigned > 0 ? (
    <Link href={hrefOf('unassigned')}>{texts.empty.showUnassigned}</Link>
  ) : view === 'all' && hasPlayground ? (
    <Link href={`/w/${workspaceId}/playground`}>{texts.empty.playground}</Link>
  ) : (
    view === 'all' && isAdmin && <Link href={`/w/${workspaceId}/settings/channels`}>{texts.empty.connect}</Link>
  );
  return (
    <div className={styles.rows}>
      <Empty icon={InboxIcon} title={words[0] ?? ''} action={action}>
        {words[1]}
      </Empty>
    </div>
  );
};

const rows = [...Array(8).keys()];

export const ListSkeleton = () => (
  <div className={styles.rows}>
    <span role="status" className="visually-hidden">
      {en.loading}
    </span>
    {rows.map((row) => (
      <div key={row} className={styles.skeleton} aria-hidden="true" />
    ))}
  </div>
);

/** While reads fail, the rows stay and the bar warns that they may be out of date. */
export const StaleBar = ({ inbox }: { inbox: ReturnType<typeof useInbox> }) => {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = window.setInterval(() => setNowMs(Date.now()), 1_000);
    return () => window.clearInterval(timer);
  }, []);
  const leftMs = inbox.errorUpdatedAt + failingMs - nowMs;
  return (
    <p className={styles.stale}>
      <span>
        <span role="status">{texts.notUpdating(shortTime(inbox.dataUpdatedAt))}</span>{' '}
        {texts.retrying(Math.min(Math.max(1, Math.ceil(leftMs / 1_000)), failingMs / 1_000))}
      </span>
      <Button size="small" variant="ghost" onPress={() => void inbox.refetch()}>
        {texts.tryNow}
      </Button>
    </p>
  );
};
