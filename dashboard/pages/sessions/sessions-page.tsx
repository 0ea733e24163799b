import MonitorX from 'lucide-react/icons/monitor-x';
import { Suspense } from 'react';
import * as z from 'zod/mini';
import type { UserSession } from '../../../functions/model/members/user.ts';
import { toProblem } from '../../api/problem.ts';
import { useLive } from '../../api/queries.ts';
import { signOut } from '../../api/sign-in.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { type Column, Table } from '../../components/content/table.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { useSearch } from '../../context/search.ts';
import { toast, toastProblem } from '../../context/toast.ts';
import { sessionTexts as texts } from '../../texts/en/sessions.ts';
import styles from './sessions.module.css';

const EndOthersDialog = lazyComponent(() => import('./dialogs.tsx'), 'EndOthersDialog');

const search = { dialog: z.optional(z.enum(['end-others'])) };

export const SessionsPage = () => {
  const [{ dialog }, setSearch] = useSearch(search);
  const query = useLive('listSessions', {});
  const sessions = query.data?.data ?? [];
  const others = sessions.filter(({ is_current }) => !is_current).length;
  const close = () => setSearch({ dialog: undefined }, { replace: true });
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        actions={
          others > 0 && (
            <Button onPress={() => setSearch({ dialog: 'end-others' })}>{texts.endOthers.action(others)}</Button>
          )
        }
      />
      <Card isFlush>
        <Listing
          query={query}
          failed={texts.loadFailed}
          isEmpty={sessions.length === 0}
          empty={
            <Empty icon={MonitorX} title={texts.emptyTitle}>
              {texts.empty}
            </Empty>
          }
        >
          <SessionTable sessions={sessions} />
        </Listing>
      </Card>
      <Suspense>{dialog === 'end-others' && others > 0 && <EndOthersDialog count={others} onClose={close} />}</Suspense>
    </>
  );
};

const SessionTable = ({ sessions }: { sessions: readonly UserSession[] }) => {
  const end = useOperation('endSession', ['listSessions']);
  const endOne = (session: UserSession) =>
    end.mutate({ params: { session_id: session.id } }, { onSuccess: () => toast(texts.end.done(browserOf(session))) });
  const actions: Column<UserSession> = {
    header: texts.columns.actions,
    kind: 'actions',
    cell: (session) =>
      session.is_current ? (
        <Button size="small" aria-label={texts.end.ownLabel} onPress={leave}>
          {texts.end.action}
        </Button>
      ) : (
        <Button
          variant="danger-ghost"
          size="small"
          aria-label={texts.end.label(browserOf(session), session.address)}
          isPending={end.isPending && end.variables.params.session_id === session.id}
          onPress={() => endOne(session)}
        >
          {texts.end.action}
        </Button>
      ),
  };
  return (
    <>
      {end.error && (
        <div className={styles.problem}>
          <Problem error={end.error} title={texts.end.failed} />
        </div>
      )}
      <Table label={texts.title} columns={[...columns, actions]} rows={sessions} keyOf={({ id }) => id} />
    </>
  );
};

const leave = () => void signOut().catch((error: unknown) => toastProblem(toProblem(error).message));

const browserOf = ({ browser }: UserSession): string => browser || texts.unknownBrowser;

const columns: readonly Column<UserSession>[] = [
  {
    header: texts.columns.browser,
    kind: 'title',
    cell: (session) => (
      <span className={styles.browser}>
        {browserOf(session)}
        {session.is_current && <Badge tone="ok">{texts.current}</Badge>}
      </span>
    ),
  },
  { header: texts.columns.address, kind: 'mono', cell: ({ address }) => address },
  { header: texts.columns.since, kind: 'muted', cell: ({ created_at }) => <RelativeTime at={created_at} /> },
  {
    header: texts.columns.lastSeen,
    kind: 'muted',
    cell: ({ last_seen_at, is_current }) => (is_current ? texts.now : <RelativeTime at={last_seen_at} />),
  },
];
