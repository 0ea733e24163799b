import { openSocket } from '../../domain/hints/watches.ts';
import { acceptInvitation, declineInvitation } from '../../domain/members/received-invitations.ts';
import { endOtherSessions, endSession, listSessions } from '../../domain/members/sessions.ts';
import { describeUser, findInvitationLogs, findOwnLogs } from '../../domain/members/users.ts';
import { roleNames } from '../../model/members/member.ts';
import { env } from '../../platform/env.ts';
import type { MemberActs } from '../act.ts';
import type * as contract from './contract.ts';

export const members = {
  getSession: async ({ caller: { user } }) => ({
    data: {
      user,
      ...(await describeUser(user)),
      api_base_url: env.apiBaseUrl(),
      has_playground: env.simulatorUrl() !== undefined,
      sends_mail: env.sendsMail(),
    },
  }),
  listSessions: async ({ caller: { user, sessionId } }) => ({ data: await listSessions(user.id, sessionId) }),
  endOtherSessions: {
    run: async ({ caller: { user, sessionId } }) => ({ data: await endOtherSessions(user.id, sessionId) }),
    findLogs: ({ caller }) => findOwnLogs(caller.user),
    describeResult: ({ data }) => ({ details: `other sessions: ${data.ended}` }),
  },
  endSession: {
    run: async ({ caller: { user }, params }) => ({ data: await endSession(user.id, params.session_id) }),
    findLogs: ({ caller }) => findOwnLogs(caller.user),
    describe: async ({ caller: { user, sessionId }, params }) => {
      const sessions = await listSessions(user.id, sessionId);
      return { details: sessions.find(({ id }) => id === params.session_id)?.browser ?? null };
    },
  },
  acceptInvitation: {
    run: async ({ caller: { user }, params }) => ({ data: await acceptInvitation(user, params.workspace_id) }),
    findLogs: ({ caller: { user }, params }) => findInvitationLogs(user, params.workspace_id),
    describeResult: ({ data }) => ({ details: roleNames[data.role] }),
  },
  declineInvitation: {
    run: async ({ caller: { user }, params }) => ({ data: await declineInvitation(user, params.workspace_id) }),
    findLogs: ({ caller: { user }, params }) => findInvitationLogs(user, params.workspace_id),
  },
  openSocket: async ({ caller }) => ({ data: await openSocket(caller) }),
} satisfies MemberActs<typeof contract>;
