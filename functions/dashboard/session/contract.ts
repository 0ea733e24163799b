import * as z from 'zod/mini';
import { id } from '../../model/id.ts';
import { roles } from '../../model/members/member.ts';
import { receivedInvitation, user, userSession, workspaceMembership } from '../../model/members/user.ts';
import { defineOperation } from '../operation.ts';

export const getSession = defineOperation({
  operationId: 'getSession',
  method: 'GET',
  path: '/session',
  role: 'signed-in',
  grants: ['table:Query', 'table:BatchGetItem'],
  status: 200,
  response: () =>
    z.object({
      data: z.object({
        user,
        workspaces: z.array(workspaceMembership),
        invitations: z.array(receivedInvitation),
        /** Where the workspace's servers call the API. */
        api_base_url: z.url(),
        /** Beside the channel simulator only. */
        has_playground: z.boolean(),
      }),
    }),
});

export const listSessions = defineOperation({
  operationId: 'listSessions',
  method: 'GET',
  path: '/sessions',
  role: 'signed-in',
  grants: ['table:Query'],
  status: 200,
  response: () => z.object({ data: z.array(userSession) }),
});

/** Signs out everywhere else. */
export const endOtherSessions = defineOperation({
  operationId: 'endOtherSessions',
  method: 'DELETE',
  path: '/sessions',
  role: 'signed-in',
  audit: 'session.ended',
  grants: ['table:Query', 'table:DeleteItem'],
  status: 200,
  response: () => z.object({ data: z.object({ ended: z.int() }) }),
});

export const endSession = defineOperation({
  operationId: 'endSession',
  method: 'DELETE',
  path: '/sessions/{session_id}',
  role: 'signed-in',
  audit: 'session.ended',
  grants: ['table:Query', 'table:DeleteItem'],
  status: 200,
  params: z.object({ session_id: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  response: () => z.object({ data: z.object({ id: z.string(), ended: z.literal(true) }) }),
});

const workspaceParams = z.object({ workspace_id: id });

export const acceptInvitation = defineOperation({
  operationId: 'acceptInvitation',
  method: 'POST',
  path: '/invitations/{workspace_id}',
  role: 'signed-in',
  audit: 'invitation.accepted',
  grants: [
    'table:Query',
    'table:GetItem',
    'table:PutItem',
    'table:UpdateItem',
    'table:DeleteItem',
    'table:ConditionCheckItem',
  ],
  status: 200,
  params: workspaceParams,
  response: () =>
    z.object({
      data: z.object({ workspace: z.object({ id: z.uuid(), name: z.string() }), role: z.enum(roles) }),
    }),
});

export const declineInvitation = defineOperation({
  operationId: 'declineInvitation',
  method: 'DELETE',
  path: '/invitations/{workspace_id}',
  role: 'signed-in',
  audit: 'invitation.declined',
  grants: ['table:Query', 'table:GetItem', 'table:DeleteItem'],
  status: 200,
  params: workspaceParams,
  response: () => z.object({ data: z.object({ declined: z.literal(true) }) }),
});
