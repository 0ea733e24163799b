import type { Channel } from '../../../functions/model/channels/channel.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useWorkspace } from '../../app/workspace.tsx';
import { toast } from '../../components/feedback/toast.ts';
import { Confirm } from '../../components/overlays/confirm.tsx';
import { messages } from '../../messages/en.ts';

const texts = messages.channels.disconnect;

export const DisconnectDialog = ({ channel, onClose }: { channel: Channel; onClose: () => void }) => {
  const workspace_id = useWorkspace().id;
  const name = messages.channels.names[channel];
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
