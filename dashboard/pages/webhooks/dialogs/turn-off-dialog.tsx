import { useOperation } from '../../../api/use-operation.ts';
import { toast } from '../../../components/feedback/toast.ts';
import { Confirm } from '../../../components/overlays/confirm.tsx';
import { useWorkspace } from '../../../context/workspace.tsx';
import { en } from '../../../texts/en.ts';
import { webhookReads } from '../webhook-reads.ts';
import type { WebhookDialogProps } from './webhook-dialog-props.ts';

const texts = en.webhooks.turnOff;

export const TurnOffDialog = ({ webhook, onClose }: WebhookDialogProps) => {
  const workspace = useWorkspace();
  const update = useOperation('updateWebhook', webhookReads);
  const confirm = () =>
    update.mutate(
      { params: { workspace_id: workspace.id, id: webhook.id }, input: { is_active: false } },
      {
        onSuccess: () => {
          toast(texts.done);
          onClose();
        },
      },
    );
  return (
    <Confirm
      title={texts.title}
      action={texts.action}
      error={update.error}
      isPending={update.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {texts.lead}
    </Confirm>
  );
};
