import { useQueryClient } from '@tanstack/react-query';
import Building2 from 'lucide-react/icons/building-2';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Link, useLocation } from 'wouter';
import type { ReceivedInvitation, WorkspaceMembership } from '../../../functions/model/members/user.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Avatar } from '../../components/content/avatar.tsx';
import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { workspacePath } from '../../context/paths.ts';
import { useSession } from '../../context/session.ts';
import { toast } from '../../context/toast.ts';
import { workspacesTexts } from '../../texts/en/workspaces.ts';
import { en } from '../../texts/en.ts';
import styles from './workspaces.module.css';

export const WorkspacesPage = () => {
  const { user, workspaces, invitations } = useSession();
  return (
    <div className={styles.page}>
      <PageHeader title={workspacesTexts.title} lead={workspacesTexts.signedInAs(user.email)} />
      {invitations.length > 0 && (
        <Card title={workspacesTexts.invitations} isFlush>
          <ul>
            {invitations.map((invitation) => (
              <InvitationRow key={invitation.workspace.id} invitation={invitation} />
            ))}
          </ul>
        </Card>
      )}
      {workspaces.length > 0 && (
        <Card title={workspacesTexts.choose} isFlush>
          <ul>
            {workspaces.map((workspace) => (
              <WorkspaceLink key={workspace.id} workspace={workspace} />
            ))}
          </ul>
        </Card>
      )}
      {workspaces.length === 0 && invitations.length === 0 && (
        <Card>
          <Empty icon={Building2} title={workspacesTexts.emptyTitle}>
            {workspacesTexts.empty(user.email)}
          </Empty>
        </Card>
      )}
    </div>
  );
};

const InvitationRow = ({ invitation }: { invitation: ReceivedInvitation }) => {
  const { workspace, role, invited_by, expires_at } = invitation;
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const accept = useOperation('acceptInvitation');
  const decline = useOperation('declineInvitation', ['getSession'], { done: workspacesTexts.declined(workspace.name) });
  const params = { workspace_id: workspace.id };
  const join = async () => {
    await accept.mutateAsync({ params });
    // The session must list the workspace before its pages open.
    await queries.refetchQueries({ queryKey: ['getSession'] });
    toast(workspacesTexts.joined(workspace.name));
    navigate(workspacePath({ id: workspace.id, role }));
  };
  const error = accept.error ?? decline.error;
  return (
    <li>
      <div className={styles.row}>
        <Avatar name={workspace.name} kind="workspace" />
        <span className={styles.text}>
          <span className={styles.name}>{workspacesTexts.invited(workspace.name, en.roles[role])}</span>
          <span className={styles.detail}>
            {workspacesTexts.invitedBy(invited_by)} {workspacesTexts.expires}{' '}
            <RelativeTime at={expires_at} isUpcoming />.
          </span>
        </span>
        <span className={styles.actions}>
          <Button
            size="small"
            aria-label={workspacesTexts.declineLabel(workspace.name)}
            onPress={() => decline.mutate({ params })}
            isPending={decline.isPending}
          >
            {workspacesTexts.decline}
          </Button>
          <Button
            size="small"
            variant="primary"
            aria-label={workspacesTexts.joinLabel(workspace.name)}
            onPress={() => void join().catch(() => undefined)}
            isPending={accept.isPending}
          >
            {workspacesTexts.join}
          </Button>
        </span>
        {error && (
          <div className={styles.problem}>
            <Problem error={error} />
          </div>
        )}
      </div>
    </li>
  );
};

const WorkspaceLink = ({ workspace }: { workspace: WorkspaceMembership }) => (
  <li>
    <Link href={workspacePath(workspace)} className={styles.row}>
      <Avatar name={workspace.name} kind="workspace" />
      <span className={styles.text}>
        <span className={styles.name}>{workspace.name}</span>
        <span className={styles.detail}>{en.roles[workspace.role]}</span>
      </span>
      <ChevronRight className={styles.arrow} aria-hidden="true" />
    </Link>
  </li>
);
