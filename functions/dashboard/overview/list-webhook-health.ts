import { listWebhookHealth } from '../../domain/webhooks/webhooks.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(contract.listWebhookHealth, async ({ caller }) => ({
  data: await listWebhookHealth(caller.workspaceId),
}));
