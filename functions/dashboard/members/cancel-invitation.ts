import { cancelInvitation, listInvitations } from '../../domain/members/invitations.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(
  contract.cancelInvitation,
  async ({ caller, params }) => ({ data: await cancelInvitation(caller.workspaceId, params.id, caller) }),
  {
    describe: async ({ caller, params: { id } }) => {
      const invitations = await listInvitations(caller.workspaceId);
      return { target: { id, name: invitations.find((invitation) => invitation.id === id)?.email ?? id } };
    },
  },
);
