import { listWebhookDetails } from '../../domain/webhooks/details.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(contract.listWebhooks, async ({ caller }) => ({
  data: await listWebhookDetails(caller.workspaceId),
}));
