import { createWebhook } from '../../domain/webhooks/new-webhooks.ts';
import { handleSecret } from '../handle-secret.ts';
import * as contract from './contract.ts';

export const handler = handleSecret(contract.createWebhook, async ({ caller, id, body }) => ({
  data: await createWebhook(caller.workspaceId, id, body),
}));
