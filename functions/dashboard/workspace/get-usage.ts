import { getUsage } from '../../domain/workspaces/usage.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(contract.getUsage, async ({ caller }) => ({
  data: await getUsage(caller.workspaceId),
}));
