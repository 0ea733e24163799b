import * as z from 'zod/mini';
import { idParams } from '../../model/id.ts';
import { invitation, member, memberChanges, newInvitation, userParams } from '../../model/members/member.ts';
import { defineOperation } from '../operation.ts';

export const listMembers = defineOperation({
  operationId: 'listMembers',
  method: 'GET',
  path: '/w/{workspace_id}/members',
  role: 'agent',
  grants: ['table:Query'],
  status: 200,
  response: () => z.object({ data: z.array(member) }),
});

export const updateMember = defineOperation({
  operationId: 'updateMember',
  method: 'PATCH',
  path: '/w/{workspace_id}/members/{user_id}',
  role: 'admin',
  audit: 'member.role_changed',
  grants: ['table:Query', 'table:GetItem', 'table:UpdateItem', 'table:ConditionCheckItem'],
  status: 200,
  params: userParams,
  body: memberChanges,
  response: () => z.object({ data: member }),
});

export const removeMember = defineOperation({
  operationId: 'removeMember',
  method: 'DELETE',
  path: '/w/{workspace_id}/members/{user_id}',
  role: 'admin',
  audit: 'member.removed',
  grants: ['table:Query', 'table:GetItem', 'table:UpdateItem', 'table:DeleteItem', 'table:ConditionCheckItem'],
  status: 200,
  params: userParams,
  response: () => z.object({ data: z.object({ user_id: z.uuid(), removed: z.literal(true) }) }),
});

export const leaveWorkspace = defineOperation({
  operationId: 'leaveWorkspace',
  method: 'DELETE',
  path: '/w/{workspace_id}/members/me',
  role: 'agent',
  audit: 'member.left',
  grants: ['table:GetItem', 'table:UpdateItem', 'table:DeleteItem'],
  status: 200,
  response: () => z.object({ data: z.object({ left: z.literal(true) }) }),
});

export const listInvitations = defineOperation({
  operationId: 'listInvitations',
  method: 'GET',
  path: '/w/{workspace_id}/invitations',
  role: 'agent',
  grants: ['table:Query'],
  status: 200,
  response: () => z.object({ data: z.array(invitation) }),
});

export const createInvitation = defineOperation({
  operationId: 'createInvitation',
  method: 'POST',
  path: '/w/{workspace_id}/invitations',
  role: 'admin',
  audit: 'invitation.created',
  grants: ['table:Query', 'table:GetItem', 'table:PutItem', 'table:UpdateItem'],
  status: 201,
  body: newInvitation,
  response: () => z.object({ data: invitation }),
});

export const cancelInvitation = defineOperation({
  operationId: 'cancelInvitation',
  method: 'DELETE',
  path: '/w/{workspace_id}/invitations/{id}',
  role: 'admin',
  audit: 'invitation.canceled',
  grants: ['table:Query', 'table:GetItem', 'table:DeleteItem'],
  status: 200,
  params: idParams,
  response: () => z.object({ data: z.object({ id: z.uuid(), canceled: z.literal(true) }) }),
});
