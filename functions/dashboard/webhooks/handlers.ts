import { getLoggedDelivery, listLoggedDeliveries, toListedDelivery } from '../../domain/deliveries/delivery-log.ts';
import { getWebhookHealth } from '../../domain/deliveries/health.ts';
import { listEvents } from '../../domain/deliveries/list-events.ts';
import { countRecoverable, recoverStep } from '../../domain/deliveries/recover.ts';
import { redeliver } from '../../domain/deliveries/redeliver.ts';
import {
  createWebhookAs,
  getWebhookDetails,
  listWebhookDetails,
  updateWebhookDetails,
} from '../../domain/webhooks/details.ts';
import { rotateSecret } from '../../domain/webhooks/secrets.ts';
import { testWebhook } from '../../domain/webhooks/test-events.ts';
import { deleteWebhook, findWebhookHost, getWebhook } from '../../domain/webhooks/webhooks.ts';
import { eventsLimit } from '../../model/members/request-limit.ts';
import { shownTo, type WebhookChanges } from '../../model/webhooks/webhook.ts';
import type { AuditSubject } from '../audited.ts';
import { handleOperations } from '../handle-operation.ts';
import { spendRequests } from '../request-limits.ts';
import * as contract from './contract.ts';

export const routes = handleOperations(contract, {
  listWebhooks: async ({ caller }) => ({
    data: (await listWebhookDetails(caller.workspaceId)).map((webhook) => shownTo(caller, webhook)),
  }),
  getWebhook: async ({ caller, params }) => ({
    data: shownTo(caller, await getWebhookDetails(caller.workspaceId, params.id)),
  }),
  createWebhook: {
    run: async ({ caller, id, body }) => ({ data: await createWebhookAs(caller.workspaceId, id, body, caller.name) }),
    describe: ({ caller, id, body }) => describeWebhook(caller.workspaceId, id, body),
  },
  updateWebhook: {
    run: async ({ caller, params, body }) => ({
      data: await updateWebhookDetails(caller.workspaceId, params.id, body),
    }),
    find: ({ caller, params }) => getWebhookDetails(caller.workspaceId, params.id),
    describe: ({ caller, params, body }) => describeWebhook(caller.workspaceId, params.id, body),
  },
  deleteWebhook: {
    run: async ({ caller, params }) => ({ data: await deleteWebhook(caller.workspaceId, params.id) }),
    describe: ({ caller, params }) => describeWebhook(caller.workspaceId, params.id),
  },
  rotateWebhookSecret: {
    run: async ({ caller, id, params, body }) => ({
      data: await rotateSecret(caller.workspaceId, params.id, id, body),
    }),
    find: ({ caller, params }) => getWebhook(caller.workspaceId, params.id),
    describe: ({ caller, params, body }) => describeWebhook(caller.workspaceId, params.id, body),
  },
  getWebhookHealth: async ({ caller, params }) => ({ data: await getWebhookHealth(caller.workspaceId, params.id) }),
  listDeliveries: {
    run: ({ caller, params, query, page }) => listLoggedDeliveries(caller.workspaceId, params.id, query, page),
    find: ({ caller, params }) => getWebhook(caller.workspaceId, params.id),
  },
  getDelivery: async ({ caller, params }) => ({
    data: await getLoggedDelivery(caller.workspaceId, params.id, params.event_id),
  }),
  redeliverEvent: {
    run: async ({ caller, params }) => ({
      data: toListedDelivery(await redeliver(caller.workspaceId, params.id, params.event_id)),
    }),
    find: ({ caller, params }) => getLoggedDelivery(caller.workspaceId, params.id, params.event_id),
    describe: ({ caller, params }) => describeWebhook(caller.workspaceId, params.id, { event_id: params.event_id }),
  },
  testWebhook: {
    run: async ({ caller, id, params, body }) => ({
      data: await testWebhook(caller.workspaceId, params.id, id, body.event),
    }),
    find: ({ caller, params }) => getWebhook(caller.workspaceId, params.id),
    describe: ({ caller, params }) => describeWebhook(caller.workspaceId, params.id),
  },
  countRecoverable: {
    run: async ({ caller, params, query }) => ({ data: await countRecoverable(caller.workspaceId, params.id, query) }),
    find: ({ caller, params }) => getWebhook(caller.workspaceId, params.id),
  },
  recoverEvents: {
    run: ({ caller, params, body, page }) => recoverStep(caller.workspaceId, params.id, body.since, page.after),
    find: ({ caller, params }) => getWebhook(caller.workspaceId, params.id),
    describe: ({ caller, params, body }) => describeWebhook(caller.workspaceId, params.id, { since: body.since }),
  },
  listEvents: ({ caller: { workspaceId }, query, page }) =>
    listEvents(workspaceId, query, page, (webhooks) => spendRequests(`events ${workspaceId}`, eventsLimit, webhooks)),
});

interface Act extends WebhookChanges {
  overlap_hours?: number | undefined;
  since?: string;
  event_id?: string;
}

/** Names only the host of a URL: its path is often a secret. A webhook that is being created is not stored yet. */
const describeWebhook = async (
  workspaceId: string,
  id: string,
  { url, events, is_active, overlap_hours, since, event_id }: Act = {},
): Promise<AuditSubject> => ({
  target: { id, name: (await findWebhookHost(workspaceId, id)) ?? URL.parse(url ?? '')?.host ?? id },
  details:
    [
      url === undefined ? [] : `host ${URL.parse(url)?.host ?? 'unknown'}`,
      events === undefined ? [] : `events ${events.join(', ')}`,
      is_active === undefined ? [] : `turned ${is_active ? 'on' : 'off'}`,
      overlap_hours === undefined ? [] : `old secret valid for ${overlap_hours} h`,
      since === undefined ? [] : `since ${since}`,
      event_id === undefined ? [] : `event ${event_id}`,
    ]
      .flat()
      .join('; ') || null,
});
