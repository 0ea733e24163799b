import InboxIcon from 'lucide-react/icons/inbox';
import { Link } from 'wouter';
import type { Output } from '../../../api/call.ts';
import { useLive } from '../../../api/queries.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Empty } from '../../../components/feedback/empty.tsx';
import { useSession } from '../../../context/session.ts';
import { useMay, useWorkspace } from '../../../context/workspace.tsx';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { inboxPartsTexts } from '../../../texts/en/inbox-parts.ts';
import { useInbox } from '../store/inbox.ts';
import type { InboxFilter, View } from '../store/lists.ts';
import styles from './list.module.css';
import { ListSkeleton } from './list-states.tsx';

const texts = inboxTexts.list;
const { empty, search } = inboxPartsTexts;

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
  const hasSeenSome = useInbox().hasAny();
  const unassigned = counts?.unassigned ?? 0;
  const isFiltered = Object.keys(filter).length > 1;
  const { view } = filter;
  const isUnknown = view === 'all' && !isFiltered && !hasSeenSome;
  const input = { view: 'closed', limit: '1' } as const;
  const closed = useLive('getInbox', {}, { input, isEnabled: isUnknown, everyMs: false, isAside: true });
  const channels = useLive('listChannels', {}, { everyMs: 60_000, isAside: true }).data?.data;
  if (closed.isLoading) return <ListSkeleton />;
  const isUnconnected = !hasSeenSome && channels?.every(({ state }) => state === 'not_connected') === true;
  const hasSome = hasSeenSome || (closed.data?.data.answered.length ?? 0) > 0;
  const connect = <Link href={`/w/${workspaceId}/settings/channels`}>{empty.connect}</Link>;
  const words = more.hasMore
    ? [empty.partly, empty.partlyText]
    : isFiltered
      ? [empty.filtered, empty.filteredText]
      : {
          mine: [empty.mine, empty.mineText(unassigned)],
          unassigned: [empty.unassigned, empty.unassignedText],
          all: [counts?.waiting ? empty.mine : hasSome ? empty.allClosed : empty.all, empty.allText],
          waiting: [empty.waiting, empty.waitingText],
          snoozed: [empty.snoozed, empty.snoozedText],
          closed: [empty.closed, empty.closedText],
        }[view];
  const action = more.hasMore ? (
    <Button size="small" onPress={more.loadMore} isPending={more.isLoading}>
      {search.searchFurther}
    </Button>
  ) : isFiltered ? (
    <Link href={clearHref}>{texts.clear}</Link>
  ) : view === 'mine' && unassigned > 0 ? (
    <Link href={hrefOf('unassigned')}>{empty.showUnassigned}</Link>
  ) : view === 'all' && hasPlayground ? (
    <Link href={`/w/${workspaceId}/playground`}>{empty.playground}</Link>
  ) : (
    view === 'all' && isAdmin && connect
  );
  if (isUnconnected)
    return (
      <div className={styles.rows}>
        <Empty icon={InboxIcon} title={empty.unconnected} action={isAdmin && connect}>
          {isAdmin ? empty.unconnectedText : empty.unconnectedAsk}
        </Empty>
      </div>
    );
  return (
    <div className={styles.rows}>
      <Empty icon={InboxIcon} title={words[0] ?? ''} action={action}>
        {words[1]}
      </Empty>
    </div>
  );
};
