import { acceptInvitation } from '../../domain/members/received-invitations.ts';
import { roleNames } from '../../model/members/member.ts';
import { findInvitationLogs } from '../audited.ts';
import { handleUser } from '../handle-user.ts';
import * as contract from './contract.ts';

export const handler = handleUser(
  contract.acceptInvitation,
  async ({ caller: { user }, params }) => ({ data: await acceptInvitation(user, params.workspace_id) }),
  {
    findLogs: ({ caller: { user }, params }) => findInvitationLogs(user, params.workspace_id),
    describeResult: ({ data }) => ({ details: roleNames[data.role] }),
  },
);
