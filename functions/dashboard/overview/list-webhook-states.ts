import { listWebhookStates } from '../../domain/webhooks/webhooks.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(contract.listWebhookStates, async ({ caller }) => ({
  data: await listWebhookStates(caller.workspaceId),
}));
