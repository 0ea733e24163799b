import * as z from 'zod/mini';
import { idParams } from '../../model/id.ts';
import {
  invitation,
  mailSettings,
  member,
  memberChanges,
  newInvitation,
  userParams,
} from '../../model/members/member.ts';
import { defineOperation } from '../operation.ts';

export const listMembers = defineOperation({
  method: 'GET',
  path: '/w/{workspace_id}/members',
  role: 'agent',
  status: 200,
  response: () => z.object({ data: z.array(member) }),
});

export const updateMember = defineOperation({
  method: 'PATCH',
  path: '/w/{workspace_id}/members/{user_id}',
  role: 'admin',
  audit: 'member.role_changed',
  status: 200,
  params: userParams,
  body: memberChanges,
  response: () => z.object({ data: member }),
});

export const removeMember = defineOperation({
  method: 'DELETE',
  path: '/w/{workspace_id}/members/{user_id}',
  role: 'admin',
  audit: 'member.removed',
  status: 200,
  params: userParams,
  response: () => z.object({ data: z.object({ user_id: z.uuid(), removed: z.literal(true) }) }),
});

export const leaveWorkspace = defineOperation({
  method: 'DELETE',
  path: '/w/{workspace_id}/members/me',
  role: 'agent',
  audit: 'member.left',
  status: 200,
  response: () => z.object({ data: z.object({ left: z.literal(true) }) }),
});

/** The notices that the caller gets by email. */
export const getMailSettings = defineOperation({
  method: 'GET',
  path: '/w/{workspace_id}/members/me/mail',
  role: 'admin',
  status: 200,
  response: () => z.object({ data: mailSettings }),
});

export const updateMailSettings = defineOperation({
  method: 'PATCH',
  path: '/w/{workspace_id}/members/me/mail',
  role: 'admin',
  audit: 'mail.settings_changed',
  status: 200,
  body: mailSettings,
  response: () => z.object({ data: mailSettings }),
});

/** Resumes mail to the address of a member or of an open invitation. */
export const resumeMail = defineOperation({
  method: 'DELETE',
  path: '/w/{workspace_id}/mail-faults/{id}',
  role: 'admin',
  audit: 'mail.resumed',
  status: 200,
  params: idParams,
  response: () => z.object({ data: z.object({ id: z.uuid(), resumed: z.literal(true) }) }),
});

export const listInvitations = defineOperation({
  method: 'GET',
  path: '/w/{workspace_id}/invitations',
  role: 'agent',
  status: 200,
  response: () => z.object({ data: z.array(invitation) }),
});

export const createInvitation = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/invitations',
  role: 'admin',
  audit: 'invitation.created',
  status: 201,
  body: newInvitation,
  response: () => z.object({ data: invitation }),
});

export const cancelInvitation = defineOperation({
  method: 'DELETE',
  path: '/w/{workspace_id}/invitations/{id}',
  role: 'admin',
  audit: 'invitation.canceled',
  status: 200,
  params: idParams,
  response: () => z.object({ data: z.object({ id: z.uuid(), canceled: z.literal(true) }) }),
});
