import { revokeApiKey } from '../../domain/access/api-keys.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(
  contract.revokeApiKey,
  async ({ caller, params }) => ({ data: await revokeApiKey(caller.workspaceId, params.id) }),
  {
    describe: ({ params }) => ({ target: { id: params.id, name: params.id } }),
    describeResult: ({ data }) => ({ target: { id: data.id, name: data.name } }),
  },
);
