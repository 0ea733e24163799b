import { createWebhookAs } from '../../domain/webhooks/details.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';
import { describeWebhook } from './describe-webhook.ts';

export const handler = handleMember(
  contract.createWebhook,
  async ({ caller, id, body }) => ({ data: await createWebhookAs(caller.workspaceId, id, body, caller.name) }),
  { describe: ({ caller, id, body }) => describeWebhook(caller.workspaceId, id, body) },
);
