import { deleteWebhook } from '../../domain/webhooks/webhooks.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.deleteWebhook, async ({ caller, params }) => ({
  data: await deleteWebhook(caller.workspaceId, params.id),
}));
