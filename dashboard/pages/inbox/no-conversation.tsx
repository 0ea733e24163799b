import InboxIcon from 'lucide-react/icons/inbox';
import { Link } from 'wouter';
import { Empty } from '../../components/feedback/empty.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { inboxTexts } from '../../texts/en/inbox.ts';
import styles from './conversation/conversation.module.css';
import { ListSkeleton } from './list/list-states.tsx';
import type { useTimeline } from './store/reads.ts';

const texts = inboxTexts.thread;

/** Shown until its messages are read. */
export const UnreadConversation = ({ timeline }: { timeline: ReturnType<typeof useTimeline> }) =>
  timeline.error ? (
    <Problem
      error={timeline.error}
      title={texts.loadFailed}
      onRetry={() => void timeline.refetch()}
      isRetrying={timeline.isFetching}
    />
  ) : (
    <div className={styles.loading} aria-busy="true">
      <ListSkeleton />
    </div>
  );

/** Shown when no conversation is open, or when the open one was erased. */
interface NoConversationProps {
  missing: 'gone' | 'erased' | undefined;
  /** The list has nothing to choose from. */
  isListEmpty: boolean;
  backHref: string;
}

export const NoConversation = ({ missing, isListEmpty, backHref }: NoConversationProps) => (
  <section className={styles.pane} data-pane data-empty aria-label={texts.none} tabIndex={-1}>
    {(missing || !isListEmpty) && (
      <Empty icon={InboxIcon} title={texts[missing ?? 'none']}>
        {texts[`${missing ?? 'none'}Text`]}
      </Empty>
    )}
    {missing && <Link href={backHref}>{texts.back}</Link>}
  </section>
);
