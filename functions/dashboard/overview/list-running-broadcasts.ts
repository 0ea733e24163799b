import { listRunningBroadcasts } from '../../domain/broadcasts/broadcasts.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(contract.listRunningBroadcasts, async ({ caller }) => ({
  data: await listRunningBroadcasts(caller.workspaceId),
}));
