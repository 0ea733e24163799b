import { createWebhook } from '../../domain/webhooks/webhooks.ts';
import { handleSecret } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handleSecret(contract.createWebhook, async ({ caller, id, body }) => ({
  data: await createWebhook(caller.workspaceId, id, body),
}));
