import * as log from '../../domain/deliveries/delivery-log.ts';
import { recoverStep } from '../../domain/deliveries/recover.ts';
import { redeliver } from '../../domain/deliveries/redeliver.ts';
import { getStoredWebhook } from '../../domain/webhooks/webhooks.ts';
import type { Tenant } from '../../model/access/tenant.ts';
import type { Act } from '../act.ts';
import type * as contract from './contract.ts';

export const find = ({ caller, params }: { caller: Tenant; params: { id: string } }) =>
  getStoredWebhook(caller.workspaceId, params.id);

export const listDeliveries = {
  run: ({ caller, params, query, page }) => log.listDeliveries(caller.workspaceId, params.id, query, page),
  find,
} satisfies Act<typeof contract.listDeliveries>;

export const getDelivery = {
  run: async ({ caller, params }) => ({
    data: await log.getDelivery(caller.workspaceId, params.id, params.event_id),
  }),
} satisfies Act<typeof contract.getDelivery>;

export const redeliverEvent = {
  run: async ({ caller, params }) => ({
    data: log.toListedDelivery(await redeliver(caller.workspaceId, params.id, params.event_id)),
  }),
  find: ({ caller, params }) => log.getDelivery(caller.workspaceId, params.id, params.event_id),
} satisfies Act<typeof contract.redeliverEvent>;

export const recoverEvents = {
  run: ({ caller, params, body, page }) => recoverStep(caller.workspaceId, params.id, body.since, page.after),
  find,
} satisfies Act<typeof contract.recoverEvents>;
