import { getDelivery } from '../../domain/deliveries/delivery-log.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.getDelivery, async ({ caller, params }) => ({
  data: await getDelivery(caller.workspaceId, params.id, params.event_id),
}));
