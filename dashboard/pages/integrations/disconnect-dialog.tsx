import { useOperation } from '../../api/use-operation.ts';
import { toast } from '../../components/feedback/toast.ts';
import { Confirm } from '../../components/overlays/confirm.tsx';
import { useWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';
import type { ConnectionDialogProps } from './edit-dialog.tsx';

const texts = en.integrations.disconnect;

export const DisconnectDialog = ({ tool, connection, onProblem, onClose }: ConnectionDialogProps) => {
  const { id: workspaceId } = useWorkspace();
  const disconnect = useOperation('disconnectIntegration', ['listIntegrations']);
  const confirm = () =>
    disconnect.mutate(
      { params: { workspace_id: workspaceId, tool, id: connection.id } },
      {
        onSuccess: () => {
          toast(texts.done);
          onClose();
        },
        onError: onProblem,
      },
    );
  return (
    <Confirm
      title={texts.title}
      action={texts.submit}
      error={disconnect.error}
      isPending={disconnect.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {texts.lead(connection.url)}
    </Confirm>
  );
};
