import { rotateSecret } from '../../domain/webhooks/secrets.ts';
import * as webhooks from '../../domain/webhooks/webhooks.ts';
import type { Tenant } from '../../model/access/tenant.ts';
import type { Act } from '../act.ts';
import type * as contract from './contract.ts';

export const find = ({ caller, params }: { caller: Tenant; params: { id: string } }) =>
  webhooks.getStoredWebhook(caller.workspaceId, params.id);

export const createWebhook = {
  run: async ({ caller, id, body }) => ({ data: await webhooks.createWebhook(caller.workspaceId, id, body) }),
} satisfies Act<typeof contract.createWebhook>;

export const listWebhooks = {
  run: ({ caller }) => webhooks.listWebhooks(caller.workspaceId),
} satisfies Act<typeof contract.listWebhooks>;

export const getWebhook = {
  run: async ({ caller, params }) => ({ data: await webhooks.getWebhook(caller.workspaceId, params.id) }),
} satisfies Act<typeof contract.getWebhook>;

export const updateWebhook = {
  run: async ({ caller, params, body }) => ({
    data: await webhooks.updateWebhook(caller.workspaceId, params.id, body),
  }),
  find,
} satisfies Act<typeof contract.updateWebhook>;

export const deleteWebhook = {
  run: async ({ caller, params }) => ({ data: await webhooks.deleteWebhook(caller.workspaceId, params.id) }),
} satisfies Act<typeof contract.deleteWebhook>;

export const rotateWebhookSecret = {
  run: async ({ caller, id, params, body }) => ({
    data: await rotateSecret(caller.workspaceId, params.id, id, body),
  }),
  find,
} satisfies Act<typeof contract.rotateWebhookSecret>;
