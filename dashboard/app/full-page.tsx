import type { ReactNode } from 'react';
import { useLive } from '../api/queries.ts';
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

export const FullPage = ({ children }: { children: ReactNode }) => (
  <main className={styles.center}>
    <h1 className="visually-hidden">{en.product}</h1>
    {children}
  </main>
);
