import { connectOwnSocial } from '../../domain/channels/connect-own.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(
  contract.connectSocial,
  async ({ caller, body }) => ({ data: await connectOwnSocial(caller.workspaceId, body) }),
  { describe: ({ body }) => ({ target: { id: body.account_id, name: 'social' } }) },
);
