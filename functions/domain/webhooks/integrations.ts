import { notFound } from '../../model/api-error.ts';
import { type Connection, type Integration, type Tool, tools } from '../../model/webhooks/integration.ts';
import type { CreatedWebhook, NewWebhook, Webhook, WebhookChanges } from '../../model/webhooks/webhook.ts';
import { findWebhook, type StoredWebhook } from '../../table/webhooks/webhooks.ts';
import { getStoredWorkspace } from '../workspaces/workspaces.ts';
import { getTestDelivery, sendTestEvent } from './test-events.ts';
import { deleteWebhook, listShownWebhooks, storeWebhook, toWebhook, updateWebhook } from './webhooks.ts';

/** Lists every tool, also without a connection; the newest connections of each come first. */
export const listIntegrations = async (workspaceId: string): Promise<Integration[]> => {
  const webhooks = await listShownWebhooks(workspaceId);
  return tools.map((tool) => ({
    tool,
    connections: webhooks
      .filter(({ provider }) => provider === tool)
      .map((stored) => toConnection(toWebhook(stored), stored.created_by)),
  }));
};

export const getConnection = async (workspaceId: string, tool: Tool, id: string): Promise<Connection> => {
  const stored = await getStoredConnection(workspaceId, tool, id);
  return toConnection(toWebhook(stored), stored.created_by);
};

/** Idempotent: a retry with the same id returns the stored connection. A tool may have several. */
export const connectIntegration = async (
  workspaceId: string,
  id: string,
  tool: Tool,
  input: NewWebhook,
  createdBy?: string,
): Promise<Connection & Pick<CreatedWebhook, 'secret'>> => {
  await getStoredWorkspace(workspaceId);
  const { secret, ...webhook } = await storeWebhook(workspaceId, id, tool, input, createdBy);
  return { ...toConnection(webhook, createdBy), secret };
};

export const updateIntegration = async (
  workspaceId: string,
  tool: Tool,
  id: string,
  changes: WebhookChanges,
): Promise<Connection> => {
  const { created_by } = await getStoredConnection(workspaceId, tool, id);
  return toConnection(await updateWebhook(workspaceId, id, changes), created_by);
};

export const disconnectIntegration = async (workspaceId: string, tool: Tool, id: string) => {
  await getStoredConnection(workspaceId, tool, id);
  await deleteWebhook(workspaceId, id);
  return { id, disconnected: true as const };
};

export const testConnection = async (workspaceId: string, tool: Tool, id: string, eventId?: string) =>
  sendTestEvent(workspaceId, await getStoredConnection(workspaceId, tool, id), eventId);

export const getConnectionTest = async (workspaceId: string, tool: Tool, id: string, eventId: string) => {
  await getStoredConnection(workspaceId, tool, id);
  return getTestDelivery(id, eventId);
};

const getStoredConnection = async (workspaceId: string, tool: Tool, id: string): Promise<StoredWebhook> => {
  const webhook = await findWebhook(workspaceId, id);
  if (webhook?.provider !== tool) throw notFound('connection');
  return webhook;
};

const toConnection = ({ provider, ...webhook }: Webhook, createdBy: string | undefined): Connection => ({
  ...webhook,
  created_by: createdBy ?? null,
});
