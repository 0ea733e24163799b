import { useOperation } from '../../api/use-operation.ts';
import { toast } from '../../components/feedback/toast.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';
import { webhookReads } from './webhook-reads.ts';

export const useTurnOn = () => {
  const workspace = useWorkspace();
  const update = useOperation('updateWebhook', webhookReads);
  const turnOn = (webhookId: string, onDone?: () => void) =>
    update.mutate(
      { params: { workspace_id: workspace.id, id: webhookId }, input: { is_active: true } },
      {
        onSuccess: () => {
          toast(en.webhooks.turnOn.done);
          onDone?.();
        },
      },
    );
  return { turnOn, isPending: update.isPending, error: update.error };
};
