import type { Output } from '../../../api/call.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { useWorkspace } from '../../../context/workspace.tsx';
import { en } from '../../../texts/en.ts';
import { WebhookForm } from './webhook-form.tsx';

const texts = en.webhooks.create;

export type CreatedWebhook = Output<'createWebhook'>['data'];

interface CreateDialogProps {
  onCreated: (webhook: CreatedWebhook) => void;
  onClose: () => void;
}

export const CreateDialog = ({ onCreated, onClose }: CreateDialogProps) => {
  const workspace = useWorkspace();
  const create = useOperation('createWebhook', ['listWebhooks']);
  return (
    <WebhookForm
      title={texts.title}
      lead={texts.lead}
      action={texts.submit}
      initial={{ url: '', events: ['message.received'] }}
      operation={create}
      onSubmit={(input) =>
        create.mutate({ params: { workspace_id: workspace.id }, input }, { onSuccess: ({ data }) => onCreated(data) })
      }
      onClose={onClose}
    />
  );
};
