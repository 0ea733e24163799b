import { rotateSecret } from '../../domain/webhooks/secrets.ts';
import { getWebhook } from '../../domain/webhooks/webhooks.ts';
import { handleWithSecret } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handleWithSecret(
  contract.rotateWebhookSecret,
  async ({ caller, id, params, body }) => ({ data: await rotateSecret(caller.workspaceId, params.id, id, body) }),
  ({ caller, params }) => getWebhook(caller.workspaceId, params.id),
);
