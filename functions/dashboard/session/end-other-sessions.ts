import { endOtherSessions } from '../../domain/members/sessions.ts';
import { findOwnLogs } from '../audited.ts';
import { handleUser } from '../handle-user.ts';
import * as contract from './contract.ts';

export const handler = handleUser(
  contract.endOtherSessions,
  async ({ caller: { user, sessionId } }) => ({ data: await endOtherSessions(user.id, sessionId) }),
  {
    findLogs: ({ caller }) => findOwnLogs(caller.user),
    describeResult: ({ data }) => ({ details: `other sessions: ${data.ended}` }),
  },
);
