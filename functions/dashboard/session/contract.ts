import * as z from 'zod/mini';
import { id } from '../../model/id.ts';
import { roles } from '../../model/members/member.ts';
import { receivedInvitation, user, userSession, workspaceMembership } from '../../model/members/user.ts';
import { defineOperation } from '../operation.ts';

export const getSession = defineOperation({
  method: 'GET',
  path: '/session',
  role: 'signed-in',
  status: 200,
  response: () =>
    z.object({
      data: z.object({
        user,
        workspaces: z.array(workspaceMembership),
        invitations: z.array(receivedInvitation),
        /** Where the workspace's servers call the API. */
        api_base_url: z.url(),
        /** True only beside the channel simulator. */
        has_playground: z.boolean(),
        /** Invitations and notices go out by email. */
        sends_mail: z.boolean(),
      }),
    }),
});

export const listSessions = defineOperation({
  method: 'GET',
  path: '/sessions',
  role: 'signed-in',
  status: 200,
  response: () => z.object({ data: z.array(userSession) }),
});

/** Ends all other sessions of the person. */
export const endOtherSessions = defineOperation({
  method: 'DELETE',
  path: '/sessions',
  role: 'signed-in',
  audit: 'session.ended',
  status: 200,
  response: () => z.object({ data: z.object({ ended: z.int() }) }),
});

export const endSession = defineOperation({
  method: 'DELETE',
  path: '/sessions/{session_id}',
  role: 'signed-in',
  audit: 'session.ended',
  status: 200,
  params: z.object({ session_id: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  response: () => z.object({ data: z.object({ id: z.string(), ended: z.literal(true) }) }),
});

const workspaceParams = z.object({ workspace_id: id });

export const acceptInvitation = defineOperation({
  method: 'POST',
  path: '/invitations/{workspace_id}',
  role: 'signed-in',
  audit: 'invitation.accepted',
  status: 200,
  params: workspaceParams,
  response: () =>
    z.object({
      data: z.object({ workspace: z.object({ id: z.uuid(), name: z.string() }), role: z.enum(roles) }),
    }),
});

export const declineInvitation = defineOperation({
  method: 'DELETE',
  path: '/invitations/{workspace_id}',
  role: 'signed-in',
  audit: 'invitation.declined',
  status: 200,
  params: workspaceParams,
  response: () => z.object({ data: z.object({ declined: z.literal(true) }) }),
});
