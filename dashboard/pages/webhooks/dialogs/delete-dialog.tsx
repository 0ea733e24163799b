import { useOperation } from '../../../api/use-operation.ts';
import { toast } from '../../../components/feedback/toast.ts';
import { ConfirmByName } from '../../../components/overlays/confirm-by-name.tsx';
import { webhookName } from '../../../components/webhooks/webhook-name.ts';
import { useWorkspace } from '../../../context/workspace.tsx';
import { en } from '../../../texts/en.ts';
import type { WebhookDialogProps } from './webhook-dialog-props.ts';

const texts = en.webhooks.remove;

interface DeleteDialogProps extends WebhookDialogProps {
  onDeleted: () => void;
}

export const DeleteDialog = ({ webhook, onDeleted, onClose }: DeleteDialogProps) => {
  const workspace = useWorkspace();
  const remove = useOperation('deleteWebhook', ['listWebhooks', 'listEvents', 'listIntegrations']);
  const name = webhookName(webhook.url);
  const confirm = () =>
    remove.mutate(
      { params: { workspace_id: workspace.id, id: webhook.id } },
      {
        onSuccess: () => {
          toast(texts.done(name));
          onDeleted();
        },
      },
    );
  return (
    <ConfirmByName
      title={texts.title(name)}
      name={name}
      action={texts.submit}
      error={remove.error}
      isPending={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {texts.lead}
    </ConfirmByName>
  );
};
