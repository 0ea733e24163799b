import type { ReactNode } from 'react';
import { Problem } from '../../../components/feedback/problem.tsx';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import type { useTimeline } from '../store/reads.ts';
import styles from './conversation.module.css';

const texts = inboxTexts.thread;

interface UnreadConversationProps {
  timeline: ReturnType<typeof useTimeline>;
  /** While it loads. */
  children: ReactNode;
}

/** Shown until its messages are read. */
export const UnreadConversation = ({ timeline, children }: UnreadConversationProps) =>
  timeline.error ? (
    <Problem
      error={timeline.error}
      title={texts.loadFailed}
      onRetry={() => void timeline.refetch()}
      isRetrying={timeline.isFetching}
    />
  ) : (
    <div className={styles.loading} aria-busy="true">
      {children}
    </div>
  );
