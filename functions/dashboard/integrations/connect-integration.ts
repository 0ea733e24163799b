import { connectIntegration } from '../../domain/webhooks/integrations.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';
import { describeConnection } from './describe-connection.ts';

export const handler = handleMember(
  contract.connectIntegration,
  async ({ caller, id, params, body }) => ({
    data: await connectIntegration(caller.workspaceId, id, params.tool, body, caller.name),
  }),
  { describe: ({ id, params, body }) => describeConnection({ ...params, id }, body) },
);
