import { listInvitations } from '../../domain/members/invitations.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(contract.listInvitations, async ({ caller }) => ({
  data: await listInvitations(caller.workspaceId),
}));
