import { getDelivery, toListedDelivery } from '../../domain/deliveries/delivery-log.ts';
import { redeliver } from '../../domain/deliveries/redeliver.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(
  contract.redeliverEvent,
  async ({ caller, params }) => ({
    data: toListedDelivery(await redeliver(caller.workspaceId, params.id, params.event_id)),
  }),
  ({ caller, params }) => getDelivery(caller.workspaceId, params.id, params.event_id),
);
