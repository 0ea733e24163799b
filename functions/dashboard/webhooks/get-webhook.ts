import { getWebhookDetails } from '../../domain/webhooks/details.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(contract.getWebhook, async ({ caller, params }) => ({
  data: await getWebhookDetails(caller.workspaceId, params.id),
}));
