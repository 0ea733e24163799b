import { Component, type ReactNode } from 'react';
import { useLive } from '../api/queries.ts';
import { Button } from '../components/controls/button.tsx';
import { Notice } from '../components/feedback/notice.tsx';
import { Problem } from '../components/feedback/problem.tsx';
import { SessionContext } from '../context/session.ts';
import { en } from '../texts/en.ts';
import styles from './full-page.module.css';

/** Who is signed in. Without a session the request itself leads to the sign-in page. */
export const SessionGate = ({ children }: { children: ReactNode }) => {
  const session = useLive('getSession', {}, { everyMs: false });
  if (session.data) return <SessionContext value={session.data.data}>{children}</SessionContext>;
  return (
    <FullPage>
      {session.isError ? (
        <Problem
          error={session.error}
          title={en.problem.session}
          onRetry={() => void session.refetch()}
          isRetrying={session.isFetching}
        />
      ) : (
        <p role="status" className={styles.waiting}>
          {en.loading}
        </p>
      )}
    </FullPage>
  );
};

interface CrashBoundaryProps {
  children: ReactNode;
}

/** React catches errors of rendering only in a class. Also shown when a chunk of an older version is gone. */
export class CrashBoundary extends Component<CrashBoundaryProps, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override render() {
    if (!this.state.hasCrashed) return this.props.children;
    return (
      <FullPage>
        <Notice
          tone="bad"
          isAlert
          title={en.problem.crashTitle}
          actions={<Button onPress={() => window.location.reload()}>{en.problem.reload}</Button>}
        >
          <p>{en.problem.crash}</p>
        </Notice>
      </FullPage>
    );
  }
}

const FullPage = ({ children }: { children: ReactNode }) => (
  <main className={styles.center}>
    <h1 className="visually-hidden">{en.product}</h1>
    {children}
  </main>
);
