import { listRunningBroadcasts } from '../../domain/broadcasts/broadcasts.ts';
import { handleOperations } from '../handle-operation.ts';
import * as contract from './contract.ts';

export const routes = handleOperations(contract, {
  listRunningBroadcasts: async ({ caller }) => ({ data: await listRunningBroadcasts(caller.workspaceId) }),
});
