import { createApiKey, revokeApiKey } from '../../domain/access/api-keys.ts';
import { listApiKeysWithRefusals } from '../../domain/access/request-records.ts';
import type { MemberActs } from '../act.ts';
import type * as contract from './contract.ts';

export const members = {
  listApiKeys: ({ caller, query, page }) => listApiKeysWithRefusals(caller.workspaceId, query.q, page),
  createApiKey: {
    run: async ({ caller, id, body }) => ({
      data: await createApiKey(caller.workspaceId, { ...body, createdBy: caller.name }, id),
    }),
    describe: ({ id, body: { name, scopes, networks = [] } }) => ({
      target: { id, name },
      details: [scopes.join(', '), ...(networks.length > 0 ? [`only from ${networks.join(', ')}`] : [])].join('; '),
    }),
  },
  revokeApiKey: {
    run: async ({ caller, params }) => ({ data: await revokeApiKey(caller.workspaceId, params.id) }),
    describe: ({ params }) => ({ target: { id: params.id, name: params.id } }),
    describeResult: ({ data }) => ({ target: { id: data.id, name: data.name } }),
  },
} satisfies MemberActs<typeof contract>;
