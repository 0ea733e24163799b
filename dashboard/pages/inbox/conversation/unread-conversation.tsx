import { Problem } from '../../../components/feedback/problem.tsx';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { ListSkeleton } from '../list/list-states.tsx';
import type { useTimeline } from '../store/reads.ts';
import styles from './conversation.module.css';

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
