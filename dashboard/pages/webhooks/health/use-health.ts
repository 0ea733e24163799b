import { useLive } from '../../../api/queries.ts';
import { useWorkspace } from '../../../context/workspace.tsx';

export const useHealth = (webhookId: string, everyMs: number | false) =>
  useLive('getWebhookHealth', { workspace_id: useWorkspace().id, id: webhookId }, { everyMs });
