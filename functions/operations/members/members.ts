import { setAway } from '../../domain/inbox/here.ts';
import { getMailSettings, resumeMail, updateMailSettings } from '../../domain/mail/settings.ts';
import { cancelInvitation, invite, listInvitations } from '../../domain/members/invitations.ts';
import { changeRole, getMember, leaveWorkspace, listMembers, removeMember } from '../../domain/members/members.ts';
import { roleNames } from '../../model/members/member.ts';
import type { MemberActs } from '../act.ts';
import type * as contract from './contract.ts';
import type * as handlers from './handlers.ts';

export const members = {
  listMembers: async ({ caller }) => ({ data: await listMembers(caller.workspaceId) }),
  updateMember: {
    run: async ({ caller, params, body }) => ({ data: await changeRole(caller, params.user_id, body.role) }),
    find: ({ caller, params }) => getMember(caller.workspaceId, params.user_id),
    describe: async ({ caller, params: { user_id: id }, body }) => {
      const member = (await listMembers(caller.workspaceId)).find(({ user_id }) => user_id === id);
      const before = member ? `${roleNames[member.role]} → ` : '';
      return { target: { id, name: member?.name ?? id }, details: `${before}${roleNames[body.role]}` };
    },
  },
  removeMember: {
    run: async ({ caller, params }) => ({ data: await removeMember(caller, params.user_id) }),
    describe: async ({ caller, params: { user_id: id } }) => {
      const member = (await listMembers(caller.workspaceId)).find(({ user_id }) => user_id === id);
      return { target: { id, name: member?.name ?? id } };
    },
  },
  updateAway: async ({ caller, body }) => ({ data: await setAway(caller, body.is_away) }),
  getMailSettings: async ({ caller }) => ({ data: await getMailSettings(caller) }),
  updateMailSettings: {
    run: async ({ caller, body }) => ({ data: await updateMailSettings(caller, body) }),
    describe: ({ body: { off, on = [] } }) => ({
      details: [
        off.length === 0 ? 'all on' : `off: ${off.join(', ')}`,
        ...(on.length === 0 ? [] : [`on: ${on.join(', ')}`]),
      ].join('; '),
    }),
  },
  resumeMail: {
    run: async ({ caller, params }) => ({ data: await resumeMail(caller, params.id) }),
    describe: async ({ caller, params: { id } }) => {
      const [members, invitations] = await Promise.all([
        listMembers(caller.workspaceId),
        listInvitations(caller.workspaceId),
      ]);
      const member = members.find(({ user_id }) => user_id === id);
      const name = member?.name ?? invitations.find((invitation) => invitation.id === id)?.email ?? id;
      return { target: { id, name } };
    },
  },
  leaveWorkspace: async ({ caller }) => ({ data: await leaveWorkspace(caller) }),
  listInvitations: async ({ caller }) => ({ data: await listInvitations(caller.workspaceId) }),
  createInvitation: {
    run: async ({ caller, id, body }) => ({ data: await invite(caller.workspaceId, id, body, caller) }),
    describe: ({ id, body }) => ({ target: { id, name: body.email }, details: roleNames[body.role] }),
  },
  cancelInvitation: {
    run: async ({ caller, params }) => ({ data: await cancelInvitation(caller.workspaceId, params.id, caller) }),
    describe: async ({ caller, params: { id } }) => {
      const invitations = await listInvitations(caller.workspaceId);
      return { target: { id, name: invitations.find((invitation) => invitation.id === id)?.email ?? id } };
    },
  },
} satisfies MemberActs<typeof contract, typeof handlers>;
