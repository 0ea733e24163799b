import type { UserSession } from '../../../functions/model/members/user.ts';
import { toProblem } from '../../api/problem.ts';
import { signOut } from '../../api/sign-in.ts';
import { useOperation } from '../../api/use-operation.ts';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import type { Column } from '../../components/content/table.tsx';
import { Table } from '../../components/content/table.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { toast } from '../../components/feedback/toast.ts';
import { sessionTexts } from '../../texts/en/sessions.ts';
import styles from './session-table.module.css';

const texts = sessionTexts;

export const SessionTable = ({ sessions }: { sessions: readonly UserSession[] }) => {
  const end = useOperation('endSession', ['listSessions']);
  const endOne = (session: UserSession) =>
    end.mutate({ params: { session_id: session.id } }, { onSuccess: () => toast(texts.end.done(browserOf(session))) });
  const actions: Column<UserSession> = {
    header: texts.columns.actions,
    kind: 'actions',
    cell: (session) =>
      session.is_current ? (
        <Button variant="ghost" size="small" aria-label={texts.end.ownLabel} onPress={leave}>
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

const leave = () => void signOut().catch((error: unknown) => toast(toProblem(error).message));

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
  { header: texts.columns.lastSeen, kind: 'muted', cell: ({ last_seen_at }) => <RelativeTime at={last_seen_at} /> },
];
