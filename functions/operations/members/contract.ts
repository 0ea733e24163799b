import * as z from 'zod/mini';
import { calls, reads } from '../../model/grant.ts';
import { idParams } from '../../model/id.ts';
import {
  agent,
  invitation,
  mailChanges,
  mailSettings,
  member,
  memberChanges,
  newInvitation,
  userParams,
} from '../../model/members/member.ts';
import { listResponse } from '../../model/page.ts';
import { defineOperation } from '../operation.ts';

export const listMembers = defineOperation({
  method: 'GET',
  path: '/members',
  paged: true,
  response: () => listResponse(agent),
  key: { access: 'conversations:read', grants: [...calls('Query'), ...reads('member')] },
  member: { role: 'agent' },
});

export const updateMember = defineOperation({
  method: 'PATCH',
  path: '/members/{user_id}',
  params: userParams,
  body: memberChanges,
  response: () => z.object({ data: member }),
  member: { role: 'admin', audit: 'member.role_changed' },
});

export const removeMember = defineOperation({
  method: 'DELETE',
  path: '/members/{user_id}',
  params: userParams,
  response: () => z.object({ data: z.object({ user_id: z.uuid(), removed: z.literal(true) }) }),
  member: { role: 'admin', audit: 'member.removed' },
});

export const leaveWorkspace = defineOperation({
  method: 'DELETE',
  path: '/members/me',
  response: () => z.object({ data: z.object({ left: z.literal(true) }) }),
  member: { role: 'agent', audit: 'member.left' },
});

/** An away member is given no conversations by turns. */
export const updateAway = defineOperation({
  method: 'PATCH',
  path: '/members/me/away',
  body: z.object({ is_away: z.boolean() }),
  response: () => z.object({ data: z.object({ is_away: z.boolean() }) }),
  member: { role: 'agent' },
});

/** The notices that the caller gets by email. */
export const getMailSettings = defineOperation({
  method: 'GET',
  path: '/members/me/mail',
  response: () => z.object({ data: mailSettings }),
  member: { role: 'agent' },
});

export const updateMailSettings = defineOperation({
  method: 'PATCH',
  path: '/members/me/mail',
  body: mailChanges,
  response: () => z.object({ data: mailSettings }),
  member: { role: 'agent', audit: 'mail.settings_changed' },
});

/** Resumes mail to the address of a member or of an open invitation. */
export const resumeMail = defineOperation({
  method: 'DELETE',
  path: '/mail-faults/{id}',
  params: idParams,
  response: () => z.object({ data: z.object({ id: z.uuid(), resumed: z.literal(true) }) }),
  member: { role: 'admin', audit: 'mail.resumed' },
});

export const listInvitations = defineOperation({
  method: 'GET',
  path: '/invitations',
  response: () => z.object({ data: z.array(invitation) }),
  member: { role: 'agent' },
});

export const createInvitation = defineOperation({
  method: 'POST',
  path: '/invitations',
  status: 201,
  body: newInvitation,
  response: () => z.object({ data: invitation }),
  member: { role: 'admin', audit: 'invitation.created' },
});

export const cancelInvitation = defineOperation({
  method: 'DELETE',
  path: '/invitations/{id}',
  params: idParams,
  response: () => z.object({ data: z.object({ id: z.uuid(), canceled: z.literal(true) }) }),
  member: { role: 'admin', audit: 'invitation.canceled' },
});

/** Where members send or see something else than keys. */
export const forMembers = {
  listMembers: { paged: undefined, response: () => z.object({ data: z.array(member) }) },
};
