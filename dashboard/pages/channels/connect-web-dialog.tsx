import type { WebSecret } from '../../../functions/model/channels/connected-channel.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Confirm } from '../../components/overlays/confirm.tsx';
import { useWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';

const texts = en.channels.web;

interface ConnectWebDialogProps {
  onConnected: (secret: WebSecret) => void;
  onClose: () => void;
}

export const ConnectWebDialog = ({ onConnected, onClose }: ConnectWebDialogProps) => {
  const workspace_id = useWorkspace().id;
  const connect = useOperation('connectWeb', ['listChannels']);
  return (
    <Confirm
      title={texts.title}
      action={texts.submit}
      isDangerous={false}
      error={connect.error}
      isPending={connect.isPending}
      onConfirm={() => connect.mutate({ params: { workspace_id } }, { onSuccess: ({ data }) => onConnected(data) })}
      onClose={onClose}
    >
      {texts.lead}
    </Confirm>
  );
};
