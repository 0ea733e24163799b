import { useLive } from '../../api/queries.ts';

/** One read per card, so each card fails alone. */
export const useOverviewQueries = () => {
  return {
    usage: useLive('getUsage', {}),
    workspace: useLive('getWorkspace', {}),
    webhooks: useLive('listWebhooks', {}),
    invitations: useLive('listInvitations', {}),
    broadcasts: useLive('listRunningBroadcasts', {}, { everyMs: 10_000 }),
  };
};

export type OverviewQueries = ReturnType<typeof useOverviewQueries>;
