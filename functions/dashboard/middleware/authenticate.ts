import * as z from 'zod/mini';
import { authenticateMember, authenticateUser } from '../../domain/members/sessions.ts';
import { type CallMiddleware, getCaller } from '../../http/request.ts';
import { spendRequests } from '../../http/request-limits.ts';
import { ApiError, notFound } from '../../model/api-error.ts';
import { id } from '../../model/id.ts';
import { hasRole, type MemberCaller, type Role, roleNames } from '../../model/members/member.ts';
import { personLimit } from '../../model/members/request-limit.ts';
import type { UserCaller } from '../../model/members/user.ts';
import { addLogFields } from '../../platform/log/invocation-trace.ts';
import { readSessionCookie } from '../cookies.ts';

/** A workspace that the person is not a member of is the same 404 as one that does not exist. */
export const authenticateAsMember = (): CallMiddleware<MemberCaller> => ({
  before: async ({ internal }) => {
    const cookie = readSessionCookie(internal.event) ?? '';
    const workspaceId = z.safeParse(id, internal.event.pathParameters?.['workspace_id']).data ?? nobodysWorkspace;
    const auth = await authenticateMember(cookie, workspaceId);
    if (auth.outcome === 'signed_out') throw signedOutError();
    if (auth.outcome === 'not_member') throw notFound('workspace');
    spendRequests(auth.caller.userId, personLimit);
    internal.caller = auth.caller;
    addLogFields({ workspace_id: auth.caller.workspaceId, user_id: auth.caller.userId });
  },
});

export const requireRole = (required: Role): CallMiddleware<MemberCaller> => ({
  before: (request) => {
    const { role } = getCaller(request);
    if (hasRole(role, required)) return;
    throw new ApiError(
      'forbidden',
      `This needs the role ${roleNames[required]}, and you are ${roleNames[role]}. Ask an Owner of the workspace.`,
    );
  },
});

export const authenticateAsUser = (): CallMiddleware<UserCaller> => ({
  before: async ({ internal }) => {
    const auth = await authenticateUser(readSessionCookie(internal.event) ?? '');
    if (!auth) throw signedOutError();
    spendRequests(auth.user.id, personLimit);
    internal.caller = auth;
    addLogFields({ user_id: auth.user.id });
  },
});

/** Stands for whatever is not a UUID, so a malformed id is looked up and answered like an unknown one. */
const nobodysWorkspace = '00000000-0000-0000-0000-000000000000';

const signedOutError = (): ApiError =>
  new ApiError('unauthorized', 'You are signed out, or your session has ended. Sign in again.');
