import { createWebhook } from '../../domain/webhooks/webhooks.ts';
import { handleWithSecret } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handleWithSecret(contract.createWebhook, async ({ caller, id, body }) => ({
  data: await createWebhook(caller.workspaceId, id, body),
}));
