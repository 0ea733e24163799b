import { listDeliveries } from '../../domain/deliveries/delivery-log.ts';
import { getWebhook } from '../../domain/webhooks/webhooks.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(
  contract.listDeliveries,
  ({ caller, params, query, page }) => listDeliveries(caller.workspaceId, params.id, query, page),
  ({ caller, params }) => getWebhook(caller.workspaceId, params.id),
);
