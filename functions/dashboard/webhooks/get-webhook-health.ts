import { getWebhookHealth } from '../../domain/deliveries/health.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(contract.getWebhookHealth, async ({ caller, params }) => ({
  data: await getWebhookHealth(caller.workspaceId, params.id),
}));
