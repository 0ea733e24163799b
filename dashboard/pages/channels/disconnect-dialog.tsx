import type { Channel } from '../../../functions/model/channels/channel.ts';
import { useOperation } from '../../api/use-operation.ts';
import { toast } from '../../components/feedback/toast.ts';
import { Confirm } from '../../components/overlays/confirm.tsx';
import { useWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';

const texts = en.channels.disconnect;

export const DisconnectDialog = ({ channel, onClose }: { channel: Channel; onClose: () => void }) => {
  const workspace_id = useWorkspace().id;
  const name = en.channels.names[channel];
  const disconnect = useOperation('disconnectChannel', ['listChannels']);
  const confirm = () =>
    disconnect.mutate(
      { params: { workspace_id, channel } },
      {
        onSuccess: () => {
          toast(texts.done(name));
          onClose();
        },
      },
    );
  return (
    <Confirm
      title={texts.title(name)}
      action={texts.submit}
      error={disconnect.error}
      isPending={disconnect.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {texts.lead[channel]}
    </Confirm>
  );
};
