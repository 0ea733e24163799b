import * as z from 'zod/mini';
import { id } from '../../model/id.ts';
import { roles } from '../../model/members/member.ts';
import { receivedInvitation, user, userSession, workspaceMembership } from '../../model/members/user.ts';
import { defineOperation } from '../operation.ts';

const workspaceParams = z.object({ workspace_id: id });

export const getSession = defineOperation({
  method: 'GET',
  path: '/session',
  response: () =>
    z.object({
      data: z.object({
        user,
        workspaces: z.array(workspaceMembership),
        invitations: z.array(receivedInvitation),
        /** The workspace's servers call the API here. */
        api_base_url: z.url(),
        /** True only beside the channel simulator. */
        has_playground: z.boolean(),
        /** Invitations and notices go out by email. */
        sends_mail: z.boolean(),
      }),
    }),
  member: { role: 'signed-in' },
});

export const listSessions = defineOperation({
  method: 'GET',
  path: '/sessions',
  response: () => z.object({ data: z.array(userSession) }),
  member: { role: 'signed-in' },
});

/** Ends all other sessions of the person. */
export const endOtherSessions = defineOperation({
  method: 'DELETE',
  path: '/sessions',
  response: () => z.object({ data: z.object({ ended: z.int() }) }),
  member: { role: 'signed-in', audit: 'session.ended' },
});

export const endSession = defineOperation({
  method: 'DELETE',
  path: '/sessions/{session_id}',
  params: z.object({ session_id: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  response: () => z.object({ data: z.object({ id: z.string(), ended: z.literal(true) }) }),
  member: { role: 'signed-in', audit: 'session.ended' },
});

export const acceptInvitation = defineOperation({
  method: 'POST',
  path: '/invitations/{workspace_id}',
  params: workspaceParams,
  response: () =>
    z.object({
      data: z.object({ workspace: z.object({ id: z.uuid(), name: z.string() }), role: z.enum(roles) }),
    }),
  member: { role: 'signed-in', audit: 'invitation.accepted' },
});

export const declineInvitation = defineOperation({
  method: 'DELETE',
  path: '/invitations/{workspace_id}',
  params: workspaceParams,
  response: () => z.object({ data: z.object({ declined: z.literal(true) }) }),
  member: { role: 'signed-in', audit: 'invitation.declined' },
});

/** Where the page listens for hints. It asks before each connection, and regularly while it listens. */
export const openSocket = defineOperation({
  method: 'POST',
  path: '/socket',
  response: () =>
    z.object({
      data: z.nullable(
        z.object({
          url: z.url(),
          host: z.string(),
          channel: z.string(),
          ticket: z.string(),
          renew_seconds: z.int(),
          is_alone: z.boolean(),
        }),
      ),
    }),
  member: { role: 'agent', isRead: true },
});
