import { sendTestEvent } from '../../domain/webhooks/integrations.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';
import { describeConnection } from './describe-connection.ts';

export const handler = handleMember(
  contract.testIntegration,
  async ({ caller, id, params }) => ({ data: await sendTestEvent(caller.workspaceId, params.tool, params.id, id) }),
  { describe: ({ params }) => describeConnection(params) },
);
