import { endSession, listSessions } from '../../domain/members/sessions.ts';
import { findOwnLogs } from '../audited.ts';
import { handleUser } from '../handle-user.ts';
import * as contract from './contract.ts';

export const handler = handleUser(
  contract.endSession,
  async ({ caller: { user }, params }) => ({ data: await endSession(user.id, params.session_id) }),
  {
    findLogs: ({ caller }) => findOwnLogs(caller.user),
    describe: async ({ caller: { user, sessionId }, params }) => {
      const sessions = await listSessions(user.id, sessionId);
      return { details: sessions.find(({ id }) => id === params.session_id)?.browser ?? null };
    },
  },
);
