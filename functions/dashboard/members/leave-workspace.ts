import { leaveWorkspace } from '../../domain/members/members.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(contract.leaveWorkspace, async ({ caller }) => ({
  data: await leaveWorkspace(caller),
}));
