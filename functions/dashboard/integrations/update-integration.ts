import { getConnection, updateIntegration } from '../../domain/webhooks/integrations.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';
import { describeConnection } from './describe-connection.ts';

export const handler = handleMember(
  contract.updateIntegration,
  async ({ caller, params, body }) => ({
    data: await updateIntegration(caller.workspaceId, params.tool, params.id, body),
  }),
  {
    find: ({ caller, params }) => getConnection(caller.workspaceId, params.tool, params.id),
    describe: ({ params, body }) => describeConnection(params, body),
  },
);
