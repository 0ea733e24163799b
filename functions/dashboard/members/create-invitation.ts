import { invite } from '../../domain/members/invitations.ts';
import { roleNames } from '../../model/members/member.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(
  contract.createInvitation,
  async ({ caller, id, body }) => ({ data: await invite(caller.workspaceId, id, body, caller) }),
  { describe: ({ id, body }) => ({ target: { id, name: body.email }, details: roleNames[body.role] }) },
);
