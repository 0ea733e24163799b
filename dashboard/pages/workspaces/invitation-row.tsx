import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { ReceivedInvitation } from '../../../functions/model/members/user.ts';
import { useOperation } from '../../api/use-operation.ts';
import { workspacePath } from '../../app/paths.ts';
import { Avatar } from '../../components/content/avatar.tsx';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { toast } from '../../components/feedback/toast.ts';
import { messages } from '../../messages/en.ts';
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
    toast(messages.workspaces.joined(workspace.name));
    navigate(workspacePath(workspace.id));
  };
  const refuse = () =>
    decline.mutate({ params }, { onSuccess: () => toast(messages.workspaces.declined(workspace.name)) });
  const error = accept.error ?? decline.error;
  return (
    <li>
      <div className={styles.row}>
        <Avatar name={workspace.name} kind="workspace" />
        <span className={styles.text}>
          <span className={styles.name}>{messages.workspaces.invited(workspace.name, messages.roles[role])}</span>
          <span className={styles.detail}>
            {messages.workspaces.invitedBy(invited_by)} {messages.workspaces.expires}{' '}
            <RelativeTime at={expires_at} isUpcoming />.
          </span>
        </span>
        <span className={styles.actions}>
          <Button
            size="small"
            aria-label={messages.workspaces.declineLabel(workspace.name)}
            onPress={refuse}
            isPending={decline.isPending}
          >
            {messages.workspaces.decline}
          </Button>
          <Button
            size="small"
            variant="primary"
            aria-label={messages.workspaces.joinLabel(workspace.name)}
            onPress={() => void join().catch(() => undefined)}
            isPending={accept.isPending}
          >
            {messages.workspaces.join}
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
