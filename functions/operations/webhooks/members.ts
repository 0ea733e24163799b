import {
  createWebhookAs,
  describeWebhook,
  getWebhookDetails,
  listWebhookDetails,
  updateWebhookDetails,
} from '../../domain/webhooks/details.ts';
import { shownTo } from '../../model/webhooks/webhook.ts';
import type { MemberActs } from '../act.ts';
import type * as contract from './contract.ts';
import type * as handlers from './handlers.ts';

export const members = {
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
  deleteWebhook: { describe: ({ caller, params }) => describeWebhook(caller.workspaceId, params.id) },
  rotateWebhookSecret: {
    describe: ({ caller, params, body }) => describeWebhook(caller.workspaceId, params.id, body),
  },
} satisfies MemberActs<typeof contract, typeof handlers>;
