import type { WebSecret } from '../../../functions/model/channels/connected-channel.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Confirm } from '../../components/overlays/confirm.tsx';
import { useWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';

const texts = en.channels.web;

interface NewSecretDialogProps {
  onReplaced: (secret: WebSecret) => void;
  onClose: () => void;
}

export const NewSecretDialog = ({ onReplaced, onClose }: NewSecretDialogProps) => {
  const workspace_id = useWorkspace().id;
  const replace = useOperation('createWebSecret', ['listChannels']);
  return (
    <Confirm
      title={texts.newSecretTitle}
      action={texts.newSecretSubmit}
      error={replace.error}
      isPending={replace.isPending}
      onConfirm={() => replace.mutate({ params: { workspace_id } }, { onSuccess: ({ data }) => onReplaced(data) })}
      onClose={onClose}
    >
      {texts.newSecretLead}
    </Confirm>
  );
};
