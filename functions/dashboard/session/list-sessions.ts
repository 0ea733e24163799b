import { listSessions } from '../../domain/members/sessions.ts';
import { handleUser } from '../handle-user.ts';
import * as contract from './contract.ts';

export const handler = handleUser(contract.listSessions, async ({ caller: { user, sessionId } }) => ({
  data: await listSessions(user.id, sessionId),
}));
