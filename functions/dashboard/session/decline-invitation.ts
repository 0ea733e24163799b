import { declineInvitation } from '../../domain/members/received-invitations.ts';
import { findInvitationLogs } from '../audited.ts';
import { handleUser } from '../handle-user.ts';
import * as contract from './contract.ts';

export const handler = handleUser(
  contract.declineInvitation,
  async ({ caller: { user }, params }) => ({ data: await declineInvitation(user, params.workspace_id) }),
  { findLogs: ({ caller: { user }, params }) => findInvitationLogs(user, params.workspace_id) },
);
