import { createWebSecret } from '../../domain/channels/connect-own.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(
  contract.createWebSecret,
  async ({ caller }) => ({ data: await createWebSecret(caller.workspaceId) }),
  { describeResult: ({ data }) => ({ target: { id: data.account_id, name: 'web' } }) },
);
