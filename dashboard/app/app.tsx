import { QueryClientProvider } from '@tanstack/react-query';
import ShieldX from 'lucide-react/icons/shield-x';
import { type ReactNode, Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { hasRole, type Role } from '../../functions/model/members/member.ts';
import { useLive } from '../api/queries.ts';
import { queryClient } from '../api/query-client.ts';
import { signInPage } from '../api/request.ts';
import { Card } from '../components/content/card.tsx';
import { PageHeader } from '../components/content/page-header.tsx';
import { PageLink } from '../components/controls/button.tsx';
import { Empty } from '../components/feedback/empty.tsx';
import { Problem } from '../components/feedback/problem.tsx';
import { Toaster } from '../components/feedback/toaster.tsx';
import { SessionContext, useExists, useHomePath } from '../context/session.ts';
import { useWorkspace, WorkspaceGate } from '../context/workspace.tsx';
import { en } from '../texts/en.ts';
import { PageBoundary } from './boundary.tsx';
import styles from './full-page.module.css';
import { detailPages, type GuardedPage, personalPages, signIn, workspacePages, workspacesPage } from './pages.ts';
import { Shell } from './shell/shell.tsx';

export const App = () => (
  <QueryClientProvider client={queryClient}>
    <PageBoundary frame={(notice) => <FullPage>{notice}</FullPage>}>
      <Switch>
        <Route path={signInPage}>
          <Suspense>
            <signIn.Page />
          </Suspense>
        </Route>
        <Route>
          <SessionGate>
            <Pages />
          </SessionGate>
        </Route>
      </Switch>
    </PageBoundary>
    <Toaster />
  </QueryClientProvider>
);

const Pages = () => (
  <Switch>
    <Route path="/">
      <Home />
    </Route>
    <Route path="/w/:workspaceId/*?">
      {({ workspaceId }) => (
        <WorkspaceGate key={workspaceId} id={workspaceId} fallback={<UnknownWorkspace />}>
          <Shell>
            <WorkspacePages />
          </Shell>
        </WorkspaceGate>
      )}
    </Route>
    <Route>
      <Shell>
        <PersonalPages />
      </Shell>
    </Route>
  </Switch>
);

const UnknownWorkspace = () => (
  <Shell>
    <NotFoundPage title={en.notFound.noAccess} lead={en.notFound.workspace} />
  </Shell>
);

const UnknownPage = () => <NotFoundPage title={en.notFound.title} lead={en.notFound.lead} />;

const NotFoundPage = (texts: { title: string; lead: string }) => (
  <>
    <PageHeader {...texts} />
    <PageLink variant="primary" href={useHomePath()}>
      {en.notFound.home}
    </PageLink>
  </>
);

const Home = () => <Redirect to={useHomePath()} replace />;

const WorkspacePages = () => (
  <Suspense>
    <Switch>
      <Route path="/w/:workspaceId">
        <Home />
      </Route>
      {[...workspacePages, ...detailPages].filter(useExists()).map((page) => (
        <Route key={page.path} path={`/w/:workspaceId/${page.path}`}>
          <PageForRole page={page} />
        </Route>
      ))}
      <Route component={UnknownPage} />
    </Switch>
  </Suspense>
);

const PageForRole = ({ page: { Page, label, role: required } }: { page: GuardedPage }) => {
  const { name, role } = useWorkspace();
  if (hasRole(role, required)) return <Page />;
  return (
    <>
      <PageHeader title={label} context={name} />
      <Forbidden role={role} required={required} />
    </>
  );
};

const PersonalPages = () => (
  <Suspense>
    <Switch>
      {[workspacesPage, ...personalPages].map(({ path, Page }) => (
        <Route key={path} path={path} component={Page} />
      ))}
      <Route component={UnknownPage} />
    </Switch>
  </Suspense>
);

/** A page that the member's role may not see. */
const Forbidden = ({ role, required }: { role: Role; required: Role }) => (
  <Card>
    <Empty icon={ShieldX} title={en.forbidden.title}>
      {en.forbidden.text(role, required)}
    </Empty>
  </Card>
);

/** Reads who is signed in. Without a session the request itself leads to the sign-in page. */
const SessionGate = ({ children }: { children: ReactNode }) => {
  const session = useLive('getSession', {}, { everyMs: false });
  if (session.data) return <SessionContext value={session.data.data}>{children}</SessionContext>;
  if (!session.isError) return <LoadingFrame />;
  return (
    <FullPage>
      <Problem
        error={session.error}
        title={en.problem.session}
        onRetry={() => void session.refetch()}
        isRetrying={session.isFetching}
      />
    </FullPage>
  );
};

/** The frame of the page that follows, so nothing jumps. */
const LoadingFrame = () => (
  <div className={styles.frame}>
    <main>
      <h1 className="visually-hidden">{en.product}</h1>
      <p role="status" className="visually-hidden">
        {en.loading}
      </p>
    </main>
  </div>
);

const FullPage = ({ children }: { children: ReactNode }) => (
  <main className={styles.center}>
    <h1 className="visually-hidden">{en.product}</h1>
    {children}
  </main>
);
