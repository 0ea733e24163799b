import { useLive } from '../../api/queries.ts';
import { useWorkspace } from '../../context/workspace.tsx';

/** One read per card, so each card fails alone. */
export const useOverviewQueries = () => {
  const params = { workspace_id: useWorkspace().id };
  return {
    usage: useLive('getUsage', params),
    workspace: useLive('getWorkspace', params),
    webhooks: useLive('listWebhooks', params),
    invitations: useLive('listInvitations', params),
    broadcasts: useLive('listRunningBroadcasts', params, { everyMs: 10_000 }),
  };
};

export type OverviewQueries = ReturnType<typeof useOverviewQueries>;
