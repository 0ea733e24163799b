import { listDeliveries } from '../../domain/deliveries/delivery-log.ts';
import { getWebhook } from '../../domain/webhooks/webhooks.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(
  contract.listDeliveries,
  ({ caller, params, query, page }) => listDeliveries(caller.workspaceId, params.id, query, page),
  { find: ({ caller, params }) => getWebhook(caller.workspaceId, params.id) },
);
