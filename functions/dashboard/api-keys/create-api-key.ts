import { createApiKey } from '../../domain/access/api-keys.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(
  contract.createApiKey,
  async ({ caller, id, body }) => ({
    data: await createApiKey(caller.workspaceId, { ...body, createdBy: caller.name }, id),
  }),
  {
    describe: ({ id, body: { name, scopes, networks = [] } }) => ({
      target: { id, name },
      details: [scopes.join(', '), ...(networks.length > 0 ? [`only from ${networks.join(', ')}`] : [])].join('; '),
    }),
  },
);
