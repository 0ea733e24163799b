import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { ReceivedInvitation } from '../../../functions/model/members/user.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Avatar } from '../../components/content/avatar.tsx';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { toast } from '../../components/feedback/toast.ts';
import { workspacePath } from '../../context/paths.ts';
import { en } from '../../texts/en.ts';
import styles from './workspaces-page.module.css';

export const InvitationRow = ({ invitation }: { invitation: ReceivedInvitation }) => {
  const { workspace, role, invited_by, expires_at } = invitation;
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const accept = useOperation('acceptInvitation');
  const decline = useOperation('declineInvitation', ['getSession']);
  const params = { workspace_id: workspace.id };
  const join = async () => {
    await accept.mutateAsync({ params });
    // The session must list the workspace before its pages open.
    await queries.refetchQueries({ queryKey: ['getSession'] });
    toast(en.workspaces.joined(workspace.name));
    navigate(workspacePath(workspace.id));
  };
  const refuse = () => decline.mutate({ params }, { onSuccess: () => toast(en.workspaces.declined(workspace.name)) });
  const error = accept.error ?? decline.error;
  return (
    <li>
      <div className={styles.row}>
        <Avatar name={workspace.name} kind="workspace" />
        <span className={styles.text}>
          <span className={styles.name}>{en.workspaces.invited(workspace.name, en.roles[role])}</span>
          <span className={styles.detail}>
            {en.workspaces.invitedBy(invited_by)} {en.workspaces.expires} <RelativeTime at={expires_at} isUpcoming />.
          </span>
        </span>
        <span className={styles.actions}>
          <Button
            size="small"
            aria-label={en.workspaces.declineLabel(workspace.name)}
            onPress={refuse}
            isPending={decline.isPending}
          >
            {en.workspaces.decline}
          </Button>
          <Button
            size="small"
            variant="primary"
            aria-label={en.workspaces.joinLabel(workspace.name)}
            onPress={() => void join().catch(() => undefined)}
            isPending={accept.isPending}
          >
            {en.workspaces.join}
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
