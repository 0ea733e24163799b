import { createWebhook } from '../../domain/webhooks.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.createWebhook, async ({ caller, id, body }) => ({
  data: await createWebhook(caller.workspaceId, id, body),
}));
