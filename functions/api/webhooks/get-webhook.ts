import { getWebhook } from '../../domain/webhooks/webhooks.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.getWebhook, async ({ caller, params }) => ({
  data: await getWebhook(caller.workspaceId, params.id),
}));
