import { useLocation } from 'wouter';
import type { Request } from '../../api/use-operation.ts';
import { useOperation } from '../../api/use-operation.ts';
import { broadcastsPath } from '../../context/paths.ts';
import { toast, toastProblem } from '../../context/toast.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { broadcastTexts } from '../../texts/en/broadcasts.ts';

const texts = broadcastTexts.composer;

/**
 * Creates the broadcast. One that it replaces is canceled first, so nobody gets both; if it has begun in between, nothing
 * is created.
 */
export const useSend = (storageKey: string, replacesId: string | undefined) => {
  const { id: workspaceId } = useWorkspace();
  const [, navigate] = useLocation();
  const create = useOperation('createBroadcast', ['listBroadcasts', 'listRunningBroadcasts'], {
    onDone: ({ data }) => {
      localStorage.removeItem(storageKey);
      toast(data.scheduled_at ? texts.scheduled(data.name) : texts.sent(data.name));
      navigate(broadcastsPath(workspaceId, data.id));
    },
  });
  const cancel = useOperation('cancelBroadcast', ['listBroadcasts', 'getBroadcast']);
  if (replacesId === undefined) return create;
  const mutate = (request: Request<'createBroadcast'>) =>
    cancel.mutate(
      { params: { id: replacesId } },
      { onSuccess: ({ data }) => (data.started_at === null ? create.mutate(request) : toastProblem(texts.hasBegun)) },
    );
  return {
    ...create,
    mutate,
    isPending: cancel.isPending || create.isPending,
    error: cancel.error ?? create.error,
  };
};
