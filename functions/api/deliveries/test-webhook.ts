import { testWebhook } from '../../domain/webhooks/test-events.ts';
import { getWebhook } from '../../domain/webhooks/webhooks.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(
  contract.testWebhook,
  async ({ caller, params, body, id }) => {
    const { attempts, ...delivery } = await testWebhook(caller.workspaceId, params.id, id, body.event);
    return { data: { ...delivery, attempt_count: attempts.length, last_attempt: null } };
  },
  ({ caller, params }) => getWebhook(caller.workspaceId, params.id),
);
