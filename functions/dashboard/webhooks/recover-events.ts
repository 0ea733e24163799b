import { recoverStep } from '../../domain/deliveries/recover.ts';
import { getWebhook } from '../../domain/webhooks/webhooks.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';
import { describeWebhook } from './describe-webhook.ts';

export const handler = handleMember(
  contract.recoverEvents,
  async ({ caller, params, body, page }) => {
    const { requested, next } = await recoverStep(caller.workspaceId, params.id, Date.parse(body.since), page.after);
    return { data: { requested }, next };
  },
  {
    find: ({ caller, params }) => getWebhook(caller.workspaceId, params.id),
    describe: ({ caller, params, body }) => describeWebhook(caller.workspaceId, params.id, { since: body.since }),
  },
);
