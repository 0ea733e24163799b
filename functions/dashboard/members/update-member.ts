import { changeRole, getMember, listMembers } from '../../domain/members/members.ts';
import { roleNames } from '../../model/members/member.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(
  contract.updateMember,
  async ({ caller, params, body }) => ({ data: await changeRole(caller, params.user_id, body.role) }),
  {
    find: ({ caller, params }) => getMember(caller.workspaceId, params.user_id),
    describe: async ({ caller, params: { user_id: id }, body }) => {
      const member = (await listMembers(caller.workspaceId)).find(({ user_id }) => user_id === id);
      const before = member ? `${roleNames[member.role]} → ` : '';
      return { target: { id, name: member?.name ?? id }, details: `${before}${roleNames[body.role]}` };
    },
  },
);
