import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useOperation } from '../../api/use-operation.ts';
import { toast } from '../../components/feedback/toast.ts';
import { Confirm } from '../../components/overlays/confirm.tsx';
import { workspacesPath } from '../../context/paths.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { memberTexts } from '../../texts/en/members.ts';

const texts = memberTexts.leave;

export const LeaveDialog = ({ onClose }: { onClose: () => void }) => {
  const workspace = useWorkspace();
  const leave = useOperation('leaveWorkspace');
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const confirm = () =>
    leave.mutate(
      { params: { workspace_id: workspace.id } },
      {
        onSuccess: () => {
          toast(texts.done(workspace.name));
          // Off the page first: a session without the workspace would show it as not found.
          navigate(workspacesPath, { replace: true });
          void queries.invalidateQueries({ queryKey: ['getSession'] });
        },
      },
    );
  return (
    <Confirm
      title={texts.title(workspace.name)}
      action={texts.submit}
      error={leave.error}
      isPending={leave.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {texts.lead}
    </Confirm>
  );
};
