import { recoverStep } from '../../domain/deliveries/recover.ts';
import { getWebhook } from '../../domain/webhooks/webhooks.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(
  contract.recoverEvents,
  ({ caller, params, body, page }) => recoverStep(caller.workspaceId, params.id, body.since, page.after),
  ({ caller, params }) => getWebhook(caller.workspaceId, params.id),
);
