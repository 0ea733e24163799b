import { useLive } from '../../api/queries.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { failuresMax, waitingMax } from './attention-items.ts';

/** Each card has its own read, so that one failure leaves the other cards working. */
export const useOverviewQueries = () => {
  // An Agent sees conversations assigned to them or to nobody.
  const view = useWorkspace().role === 'agent' ? 'due' : 'all';
  return {
    usage: useLive('getUsage', {}),
    workspace: useLive('getWorkspace', {}),
    webhooks: useLive('listWebhooks', {}),
    invitations: useLive('listInvitations', {}),
    broadcasts: useLive('listRunningBroadcasts', {}, { everyMs: 10_000, isMoving: ({ data }) => data.length > 0 }),
    inbox: useLive('getInbox', {}, { input: { view, limit: String(waitingMax) } }),
    failures: useLive('listFailedMessages', {}, { input: { limit: String(failuresMax) }, everyMs: 300_000 }),
  };
};

export type OverviewQueries = ReturnType<typeof useOverviewQueries>;
