import { listMembers } from '../../domain/members/members.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(contract.listMembers, async ({ caller }) => ({
  data: await listMembers(caller.workspaceId),
}));
