import { createContext, type ReactNode, use } from 'react';
import type { Output } from '../api/call.ts';
import { useLive } from '../api/queries.ts';
import { Problem } from '../components/feedback/problem.tsx';
import { messages } from '../messages/en.ts';
import styles from './full-page.module.css';
import { lastWorkspaceId } from './last-workspace.ts';
import { workspacePath, workspacesPath } from './paths.ts';

export type Session = Output<'getSession'>['data'];

const SessionContext = createContext<Session | undefined>(undefined);

/** Who is signed in. Without a session the request itself leads to the sign-in page. */
export const SessionGate = ({ children }: { children: ReactNode }) => {
  const session = useLive('getSession', {}, { everyMs: false });
  if (session.data) return <SessionContext value={session.data.data}>{children}</SessionContext>;
  return (
    <main className={styles.center}>
      <h1 className="visually-hidden">{messages.product}</h1>
      {session.isError ? (
        <Problem
          error={session.error}
          title={messages.problem.session}
          onRetry={() => void session.refetch()}
          isRetrying={session.isFetching}
        />
      ) : (
        <p role="status" className={styles.waiting}>
          {messages.loading}
        </p>
      )}
    </main>
  );
};

export const useSession = (): Session => {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession needs a SessionGate above it.');
  return session;
};

/** The playground exists beside the channel simulator only. */
export const useExists = (): ((page: { isLocal?: true }) => boolean) => {
  const { has_playground } = useSession();
  return ({ isLocal }) => !isLocal || has_playground;
};

/** The last workspace or the only one; else the person chooses. */
export const useHomePath = (): string => {
  const { workspaces } = useSession();
  const last = workspaces.find(({ id }) => id === lastWorkspaceId());
  const home = last ?? (workspaces.length === 1 ? workspaces[0] : undefined);
  return home ? workspacePath(home.id) : workspacesPath;
};
