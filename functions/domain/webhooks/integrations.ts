import { ApiError, notFound } from '../../model/api-error.ts';
import { type Event, isTestEvent } from '../../model/deliveries/event.ts';
import {
  type Connection,
  type Integration,
  type TestDelivery,
  type Tool,
  tools,
} from '../../model/webhooks/integration.ts';
import type { CreatedWebhook, NewWebhook, Webhook, WebhookChanges } from '../../model/webhooks/webhook.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { findDelivery, putRequestedDelivery, type StoredDelivery } from '../../table/deliveries/deliveries.ts';
import { findWebhook, queryWebhooks, type StoredWebhook } from '../../table/webhooks/webhooks.ts';
import { getStoredWorkspace } from '../workspaces/workspaces.ts';
import { deleteWebhook, storeWebhook, toWebhook, updateWebhook } from './webhooks.ts';

/** Lists every tool, also without a connection; the newest connections of each come first. */
export const listIntegrations = async (workspaceId: string): Promise<Integration[]> => {
  const webhooks = await queryWebhooks(workspaceId);
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

/** Idempotent by the event's id. The stream sends the event like a redelivery, so nothing about it is simulated. */
export const sendTestEvent = async (
  workspaceId: string,
  tool: Tool,
  id: string,
  eventId = newId(),
): Promise<TestDelivery> => {
  const { is_active } = await getStoredConnection(workspaceId, tool, id);
  if (!is_active) throw new ApiError('bad_request', 'The connection is off. Turn it on to send a test event.');
  const event: Event = {
    id: eventId,
    name: `${tool}.test`,
    occurredAt: isoTime(clock.now()),
    workspaceId,
    data: { webhook_id: id, message: 'This is a test event from Switchboard.' },
  };
  return toTestDelivery(await putRequestedDelivery(id, event));
};

export const getTestDelivery = async (
  workspaceId: string,
  tool: Tool,
  id: string,
  eventId: string,
): Promise<TestDelivery> => {
  const [delivery] = await Promise.all([findDelivery(id, eventId), getStoredConnection(workspaceId, tool, id)]);
  if (!delivery || !isTestEvent(delivery.event)) throw notFound('test event');
  return toTestDelivery(delivery);
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

const toTestDelivery = ({ event, status, attempts, next_attempt_at }: StoredDelivery): TestDelivery => ({
  event_id: event.id,
  event: event.name,
  occurred_at: event.occurredAt,
  status,
  attempts,
  next_attempt_at,
});
