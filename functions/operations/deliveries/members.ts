import { getLoggedDelivery, listLoggedDeliveries } from '../../domain/deliveries/delivery-log.ts';
import { getWebhookHealth } from '../../domain/deliveries/health.ts';
import { listEvents } from '../../domain/deliveries/list-events.ts';
import { countRecoverable } from '../../domain/deliveries/recover.ts';
import { describeWebhook } from '../../domain/webhooks/details.ts';
import { testWebhook } from '../../domain/webhooks/test-events.ts';
import { spendRequests } from '../../http/request-limits.ts';
import { eventsLimit } from '../../model/members/request-limit.ts';
import type { MemberActs } from '../act.ts';
import type * as contract from './contract.ts';
import type * as handlers from './handlers.ts';
import { find } from './handlers.ts';

export const members = {
  getWebhookHealth: async ({ caller, params }) => ({ data: await getWebhookHealth(caller.workspaceId, params.id) }),
  listDeliveries: {
    run: ({ caller, params, query, page }) => listLoggedDeliveries(caller.workspaceId, params.id, query, page),
    find,
  },
  getDelivery: async ({ caller, params }) => ({
    data: await getLoggedDelivery(caller.workspaceId, params.id, params.event_id),
  }),
  redeliverEvent: {
    describe: ({ caller, params }) => describeWebhook(caller.workspaceId, params.id, { event_id: params.event_id }),
  },
  testWebhook: {
    run: async ({ caller, id, params, body }) => ({
      data: await testWebhook(caller.workspaceId, params.id, id, body.event),
    }),
    find,
    describe: ({ caller, params }) => describeWebhook(caller.workspaceId, params.id),
  },
  countRecoverable: {
    run: async ({ caller, params, query }) => ({ data: await countRecoverable(caller.workspaceId, params.id, query) }),
    find,
  },
  recoverEvents: {
    describe: ({ caller, params, body }) => describeWebhook(caller.workspaceId, params.id, { since: body.since }),
  },
  listEvents: ({ caller: { workspaceId }, query, page }) =>
    listEvents(workspaceId, query, page, (webhooks) => spendRequests(`events ${workspaceId}`, eventsLimit, webhooks)),
} satisfies MemberActs<typeof contract, typeof handlers>;
