import { useLive } from '../../api/queries.ts';

/** Each card has its own read, so that one failure leaves the other cards working. */
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
