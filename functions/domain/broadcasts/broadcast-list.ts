import type { Broadcast } from '../../model/broadcast.ts';
import { queryBroadcasts } from '../../table/broadcasts/broadcasts.ts';
import { getStoredWorkspace } from '../workspaces/workspaces.ts';
import { getBroadcast } from './broadcasts.ts';

/** The newest broadcasts of a workspace, with their counters. */
export const listBroadcasts = async (workspaceId: string, limit: number): Promise<Broadcast[]> => {
  await getStoredWorkspace(workspaceId);
  const { items } = await queryBroadcasts(workspaceId, { limit, after: undefined });
  return Promise.all(items.map(({ id }) => getBroadcast(workspaceId, id)));
};
