import { listMembers, removeMember } from '../../domain/members/members.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(
  contract.removeMember,
  async ({ caller, params }) => ({ data: await removeMember(caller, params.user_id) }),
  {
    describe: async ({ caller, params: { user_id: id } }) => {
      const member = (await listMembers(caller.workspaceId)).find(({ user_id }) => user_id === id);
      return { target: { id, name: member?.name ?? id } };
    },
  },
);
