import { getWebhookDetails, updateWebhookDetails } from '../../domain/webhooks/details.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';
import { describeWebhook } from './describe-webhook.ts';

export const handler = handleMember(
  contract.updateWebhook,
  async ({ caller, params, body }) => ({ data: await updateWebhookDetails(caller.workspaceId, params.id, body) }),
  {
    find: ({ caller, params }) => getWebhookDetails(caller.workspaceId, params.id),
    describe: ({ caller, params, body }) => describeWebhook(caller.workspaceId, params.id, body),
  },
);
