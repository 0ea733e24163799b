import { getWebhook, updateWebhook } from '../../domain/webhooks/webhooks.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(
  contract.updateWebhook,
  async ({ caller, params, body }) => ({ data: await updateWebhook(caller.workspaceId, params.id, body) }),
  ({ caller, params }) => getWebhook(caller.workspaceId, params.id),
);
