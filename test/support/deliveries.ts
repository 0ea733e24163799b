import type { SQSEvent } from 'aws-lambda';
import { onTestFinished, vi } from 'vitest';
import { readDeliveries } from '../../functions/domain/deliveries/delivery-log.ts';
import type { DeliveryAttempt, DeliveryStatus } from '../../functions/model/deliveries/delivery.ts';
import type { Event } from '../../functions/model/deliveries/event.ts';
import type { DeliveryJob } from '../../functions/model/jobs/deliveries.ts';
import type { EventName } from '../../functions/model/webhooks/webhook.ts';
import { isoTime } from '../../functions/platform/clock.ts';
import { deriveId, newId } from '../../functions/platform/ids.ts';
import { recordAttempt } from '../../functions/table/deliveries/deliveries.ts';
import { findItem } from '../../functions/table/dynamodb/read.ts';
import { keys } from '../../functions/table/keys.ts';
import { findWebhook, type StoredWebhook } from '../../functions/table/webhooks/webhooks.ts';
import { makeWorkspace } from './client.ts';
import { putAll } from './segments.ts';
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

export const readLog = async (
  workspaceId: string,
  webhookId: string,
  { status, limit }: { status?: DeliveryStatus; limit: number },
) => (await readDeliveries(workspaceId, webhookId, { status }, { limit, after: undefined })).items;

/** Until the test ends, the time limit of an attempt does not depend on how fast this machine answers. */
export const lengthenAttempts = (): void => {
  const { setTimeout } = globalThis;
  const startTimer = (run: () => void, ms = 0) => setTimeout(run, ms > 4_000 ? 60_000 : ms);
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(startTimer as typeof setTimeout);
  onTestFinished(() => spy.mockRestore());
};

/** The id starts with the time of the event, as in the service. */
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

interface StoredFields {
  status?: DeliveryStatus;
  atMs?: number;
  attempts?: Partial<DeliveryAttempt>[];
  nextAttemptAt?: string | null;
  event?: Partial<Event>;
}

/** Stores a delivery as an attempt leaves it, without making one, and returns the id of its event. */
export const storeDelivery = async (
  webhook: WebhookIds,
  { status = 'failed', atMs = Date.now(), attempts = [{}], nextAttemptAt = null, event }: StoredFields = {},
): Promise<string> => {
  const job = newDeliveryJob(webhook);
  const made = { ...job.event, id: deriveId(atMs, newId()), occurredAt: isoTime(atMs), ...event };
  const [first, ...rest] = attempts.map((attempt) => ({ ...refused, at: isoTime(atMs), ...attempt }));
  const record = (attemptNumber: number, attempt: DeliveryAttempt | undefined) =>
    recordAttempt(
      { job: { ...job, event: made, attemptNumber }, stored: undefined },
      { status, attempt, next_attempt_at: nextAttemptAt },
    );
  await record(1, first);
  for (const [index, attempt] of rest.entries()) await record(index + 2, attempt);
  return made.id;
};

/**
 * Stores copies of a delivery, one per millisecond back from `atMs`, and returns the ids of their events. The copies take
 * turns on these shards, if there are any, and are spread at random otherwise.
 */
export const storeDeliveries = async (
  webhook: WebhookIds,
  count: number,
  { atMs = Date.now(), shards, ...fields }: StoredFields & { shards?: string } = {},
): Promise<string[]> => {
  const firstId = await storeDelivery(webhook, { ...fields, atMs });
  const first = await findItem(keys.delivery(webhook.id, firstId));
  const items = Array.from({ length: count - 1 }, (_, n) => {
    const timeMs = atMs - n - 1;
    const randomId = deriveId(timeMs, newId());
    const eventId = shards ? randomId.slice(0, -1) + shards.charAt(n % shards.length) : randomId;
    const key = keys.delivery(webhook.id, eventId);
    return { ...first, ...key, occurred_at: isoTime(timeMs) };
  });
  await putAll(items);
  return [firstId, ...items.map(({ sk }) => sk)];
};

const refused = { code: 500, duration_ms: 12, answer: 'Try later.' };

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
