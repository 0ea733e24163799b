import { getTestDelivery } from '../../domain/webhooks/integrations.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(contract.getIntegrationTest, async ({ caller, params }) => ({
  data: await getTestDelivery(caller.workspaceId, params.tool, params.id, params.event_id),
}));
