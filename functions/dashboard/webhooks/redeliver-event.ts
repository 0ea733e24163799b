import { toListedDelivery } from '../../domain/deliveries/delivery-log.ts';
import { redeliver } from '../../domain/deliveries/redeliver.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';
import { describeWebhook } from './describe-webhook.ts';

export const handler = handleMember(
  contract.redeliverEvent,
  async ({ caller, params }) => ({
    data: toListedDelivery(await redeliver(caller.workspaceId, params.id, params.event_id)),
  }),
  {
    describe: ({ caller, params }) => describeWebhook(caller.workspaceId, params.id, { event_id: params.event_id }),
  },
);
