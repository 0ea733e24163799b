import { useOperation } from '../../../api/use-operation.ts';
import { toast } from '../../../components/feedback/toast.ts';
import { useWorkspace } from '../../../context/workspace.tsx';
import { en } from '../../../texts/en.ts';
import { webhookReads } from '../webhook-reads.ts';
import type { WebhookDialogProps } from './webhook-dialog-props.ts';
import { WebhookForm } from './webhook-form.tsx';

const texts = en.webhooks.edit;

export const EditDialog = ({ webhook, onClose }: WebhookDialogProps) => {
  const workspace = useWorkspace();
  const update = useOperation('updateWebhook', webhookReads);
  return (
    <WebhookForm
      title={texts.title}
      action={texts.submit}
      initial={webhook}
      operation={update}
      onSubmit={(input) =>
        update.mutate(
          { params: { workspace_id: workspace.id, id: webhook.id }, input },
          {
            onSuccess: () => {
              toast(texts.done);
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
};
