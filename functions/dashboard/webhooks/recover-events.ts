import { recoverStep } from '../../domain/deliveries/recover.ts';
import { getWebhook } from '../../domain/webhooks/webhooks.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';
import { describeWebhook } from './describe-webhook.ts';

export const handler = handleMember(
  contract.recoverEvents,
  ({ caller, params, body, page }) => recoverStep(caller.workspaceId, params.id, body.since, page.after),
  {
    find: ({ caller, params }) => getWebhook(caller.workspaceId, params.id),
    describe: ({ caller, params, body }) => describeWebhook(caller.workspaceId, params.id, { since: body.since }),
  },
);
