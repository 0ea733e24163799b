import { rotateSecret } from '../../domain/webhooks/secrets.ts';
import { getWebhook } from '../../domain/webhooks/webhooks.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';
import { describeWebhook } from './describe-webhook.ts';

export const handler = handleMember(
  contract.rotateWebhookSecret,
  async ({ caller, id, params, body }) => ({ data: await rotateSecret(caller.workspaceId, params.id, id, body) }),
  {
    find: ({ caller, params }) => getWebhook(caller.workspaceId, params.id),
    describe: ({ caller, params, body }) => describeWebhook(caller.workspaceId, params.id, body),
  },
);
