import Building2 from 'lucide-react/icons/building-2';
import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { useSession } from '../../context/session.ts';
import { en } from '../../texts/en.ts';
import { InvitationRow } from './invitation-row.tsx';
import { WorkspaceLink } from './workspace-link.tsx';
import styles from './workspaces-page.module.css';

export const WorkspacesPage = () => {
  const { user, workspaces, invitations } = useSession();
  return (
    <div className={styles.page}>
      <PageHeader title={en.workspaces.title} lead={en.workspaces.signedInAs(user.email)} />
      {invitations.length > 0 && (
        <Card title={en.workspaces.invitations} isFlush>
          <ul>
            {invitations.map((invitation) => (
              <InvitationRow key={invitation.workspace.id} invitation={invitation} />
            ))}
          </ul>
        </Card>
      )}
      {workspaces.length > 0 && (
        <Card title={en.workspaces.choose} isFlush>
          <ul>
            {workspaces.map((workspace) => (
              <WorkspaceLink key={workspace.id} workspace={workspace} />
            ))}
          </ul>
        </Card>
      )}
      {workspaces.length === 0 && invitations.length === 0 && (
        <Card>
          <Empty icon={Building2} title={en.workspaces.emptyTitle}>
            {en.workspaces.empty(user.email)}
          </Empty>
        </Card>
      )}
    </div>
  );
};
