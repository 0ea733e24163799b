import { getDelivery } from '../../domain/deliveries/delivery-log.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(contract.getDelivery, async ({ caller, params }) => ({
  data: await getDelivery(caller.workspaceId, params.id, params.event_id),
}));
