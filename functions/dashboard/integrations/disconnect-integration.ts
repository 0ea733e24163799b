import { disconnectIntegration } from '../../domain/webhooks/integrations.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';
import { describeConnection } from './describe-connection.ts';

export const handler = handleMember(
  contract.disconnectIntegration,
  async ({ caller, params }) => ({ data: await disconnectIntegration(caller.workspaceId, params.tool, params.id) }),
  { describe: ({ params }) => describeConnection(params) },
);
