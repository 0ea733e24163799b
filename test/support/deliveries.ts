import type { SQSEvent } from 'aws-lambda';
import type { DeliveryJob } from '../../functions/model/delivery.ts';
import type { Event } from '../../functions/model/event.ts';
import type { EventName } from '../../functions/model/webhook.ts';
import { isoTime } from '../../functions/platform/clock.ts';
import { deriveId, newId } from '../../functions/platform/ids.ts';
import { findWebhook, type StoredWebhook } from '../../functions/table/webhooks/webhooks.ts';
import { makeWorkspace } from './client.ts';
import { makeWebhook } from './webhooks.ts';

export const makeWorkspaceWithWebhook = async (url: string, events: EventName[] = ['contact.created']) => {
  const { id: workspaceId, key } = await makeWorkspace();
  const { id, secret } = await makeWebhook(workspaceId, url, events);
  return { workspaceId, key, id, secret };
};

export type TestWebhook = Awaited<ReturnType<typeof makeWorkspaceWithWebhook>>;

type WebhookIds = Pick<TestWebhook, 'workspaceId' | 'id'>;

export const getStoredWebhook = async ({ workspaceId, id }: WebhookIds) => {
  const webhook = await findWebhook(workspaceId, id);
  if (!webhook) throw new Error('The webhook is gone.');
  return webhook satisfies StoredWebhook;
};

/** As in the service, the id starts with the time of the event. */
const newEvent = (workspaceId: string): Event => {
  const nowMs = Date.now();
  return {
    id: deriveId(nowMs, newId()),
    name: 'contact.created',
    occurredAt: isoTime(nowMs),
    workspaceId,
    data: { contact_id: newId(), phone: '+4915112345678', name: 'Ana' },
  };
};

export const newDeliveryJob = ({ workspaceId, id }: WebhookIds, generation = 1): DeliveryJob => ({
  webhookId: id,
  generation,
  event: newEvent(workspaceId),
  attemptNumber: 1,
  firstAttempt: 1,
});

export const toBatch = (jobs: readonly DeliveryJob[], receiveCount: number): SQSEvent =>
  ({
    Records: jobs.map((job, index) => ({
      messageId: String(index),
      body: JSON.stringify(job),
      attributes: { ApproximateReceiveCount: String(receiveCount) },
    })),
  }) as unknown as SQSEvent;
