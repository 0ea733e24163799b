import { deleteWebhook } from '../../domain/webhooks/webhooks.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';
import { describeWebhook } from './describe-webhook.ts';

export const handler = handleMember(
  contract.deleteWebhook,
  async ({ caller, params }) => ({ data: await deleteWebhook(caller.workspaceId, params.id) }),
  { describe: ({ caller, params }) => describeWebhook(caller.workspaceId, params.id) },
);
