import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deliver } from '../../../functions/domain/deliveries/deliver.ts';
import { createWebhook, deleteWebhook, updateWebhook } from '../../../functions/domain/webhooks/webhooks.ts';
import { toPublicEvent } from '../../../functions/model/deliveries/event.ts';
import type { DeliveryJob } from '../../../functions/model/jobs/deliveries.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findDelivery } from '../../../functions/table/deliveries/deliveries.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { makeWorkspace } from '../../support/client.ts';
import {
  getStoredWebhook,
  lengthenAttempts,
  makeWorkspaceWithWebhook,
  newDeliveryJob,
} from '../../support/deliveries.ts';
import { measureCost } from '../../support/measure-cost.ts';
import { heldQueue, holdQueues, takeJobs } from '../../support/messages/held-messages.ts';
import { respondWith, startReceiver } from '../../support/network/receiver.ts';
import { lagBehind } from '../../support/table/lagging-replica.ts';

beforeEach(() => {
  holdQueues();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
const findJobDelivery = ({ webhookId, event }: DeliveryJob) => findDelivery(webhookId, event.id);

/** The only queued job. */
const takeJob = (): DeliveryJob => {
  const [queuedJob, ...rest] = takeJobs();
  expect(rest).toEqual([]);
  return queuedJob?.body as DeliveryJob;
};

describe('a successful delivery', () => {
  it('a successful delivery is sent once, however often SQS delivers its job, and recorded for thirty days', async () => {
    const { url, received } = await startReceiver((response) => response.writeHead(200).end('thanks'));
    const webhook = await makeWorkspaceWithWebhook(url);
    const job = newDeliveryJob(webhook);
    await deliver(job, 1);
    await deliver(job, 2);
    expect(received.map(({ event }) => event)).toEqual([toPublicEvent(job.event)]);
    expect(await findJobDelivery(job)).toEqual({
      key: keys.delivery(webhook.id, job.event.id),
      webhook_id: webhook.id,
      event: job.event,
      status: 'delivered',
      attempt_number: 1,
      attempts: [{ at: expect.any(String), code: 200, duration_ms: expect.any(Number), answer: 'thanks' }],
      earlier_attempts: [],
      next_attempt_at: null,
    });
    const item = await findItem(keys.delivery(job.webhookId, job.event.id));
    expect(Number(item?.['expires']) - Date.now() / 1000).toBeCloseTo(30 * 24 * 60 * 60, -2);
    expect((await getStoredWebhook(webhook)).last_delivery_at).not.toBeNull();
    expect(heldQueue.messages).toEqual([]);
  });

  it('a delivery costs one read unit and one write unit while deliveries are frequent', async () => {
    const { url } = await startReceiver((response) => response.writeHead(200).end('x'.repeat(2_000)));
    const webhook = await makeWorkspaceWithWebhook(url);
    const nowMs = clock.now();
    vi.spyOn(clock, 'now').mockReturnValue(nowMs);
    for (let count = 0; count < 10; count += 1) await deliver(newDeliveryJob(webhook), 1);
    const frequent = await measureCost(() => deliver(newDeliveryJob(webhook), 1));
    expect(frequent).toMatchObject({ round_trips: 3, read_units: 1, write_units: 1 });
    vi.mocked(clock.now).mockReturnValue(nowMs + 10_000);
    const later = await measureCost(() => deliver(newDeliveryJob(webhook), 1));
    expect(later).toMatchObject({ round_trips: 3, write_units: 2 });
    expect((await getStoredWebhook(webhook)).last_delivery_at).toBe(isoTime(nowMs + 10_000));
  });

  it.each([200, 500])('an attempt that gets %i moves the time of the last delivery forward only', async (status) => {
    const { url } = await startReceiver(respondWith(status));
    const webhook = await makeWorkspaceWithWebhook(url);
    const job = newDeliveryJob(webhook);
    await deliver(newDeliveryJob(webhook), 1);
    await deliver(job, 1);
    const lastAt = (await findJobDelivery(job))?.attempts[0]?.at;
    vi.spyOn(clock, 'now').mockReturnValue(clock.now() - 5_000);
    await deliver(newDeliveryJob(webhook), 1);
    expect((await getStoredWebhook(webhook)).last_delivery_at).toBe(lastAt);
  });
});

describe('a failing delivery', () => {
  it('a failing delivery makes five attempts with the same body and a new signature each, then is failed', async () => {
    const { url, received } = await startReceiver(respondWith(500));
    const webhook = await makeWorkspaceWithWebhook(url);
    const first = newDeliveryJob(webhook);
    const waits: unknown[] = [];
    let nowMs = clock.now();
    vi.spyOn(clock, 'now').mockImplementation(() => nowMs);
    for (let job: DeliveryJob | undefined = first; job; job = heldQueue.messages.length > 0 ? takeJob() : undefined) {
      await deliver(job, 1);
      const delay = heldQueue.messages[0]?.delaySeconds;
      if (delay !== undefined) waits.push(delay);
      expect((await findJobDelivery(first))?.next_attempt_at).toBe(delay ? isoTime(nowMs + delay * 1000) : null);
      nowMs += 30_000;
    }
    expect(waits).toEqual([3, 15, 75, 375]);
    expect(received.map(({ body }) => body)).toEqual(Array(5).fill(JSON.stringify(toPublicEvent(first.event))));
    expect(new Set(received.map(({ headers }) => headers['x-service-signature'])).size).toBe(5);
    const delivery = await findJobDelivery(first);
    expect(delivery).toMatchObject({ status: 'failed', attempt_number: 5 });
    expect(delivery?.attempts.map(({ code }) => code)).toEqual([500, 500, 500, 500, 500]);
    expect(await getStoredWebhook(webhook)).toMatchObject({
      failure_count: 1,
      is_active: true,
      last_delivery_at: delivery?.attempts.at(-1)?.at,
    });
  });

  it('a retry is enqueued in a group of its workspace, with the delay that Retry-After asks for', async () => {
    const { url } = await startReceiver(respondWith(503, { 'Retry-After': '5' }));
    const webhook = await makeWorkspaceWithWebhook(url);
    const job = newDeliveryJob(webhook);
    await deliver(job, 1);
    const body = { v: 1, ...job, attemptNumber: 2 };
    const group = expect.stringMatching(`^${webhook.workspaceId}-[0-3]$`);
    expect(takeJobs()).toEqual([{ queue: 'deliverWebhook', body, group, delaySeconds: 5 }]);
  });
});

describe('a job that SQS delivers twice', () => {
  it('a redelivered job makes no second attempt and enqueues the retry that may have been lost', async () => {
    const { url, received } = await startReceiver(respondWith(500));
    const job = newDeliveryJob(await makeWorkspaceWithWebhook(url));
    await deliver(job, 1);
    const next = takeJob();
    await deliver(job, 2);
    expect(takeJob()).toEqual(next);
    expect(received).toHaveLength(1);
  });

  it('concurrent copies of a job lead to one record and one retry', async () => {
    lengthenAttempts();
    const held: ServerResponse[] = [];
    const { url } = await startReceiver((response) => void held.push(response));
    const deliverCopies = async (job: DeliveryJob, count: number) => {
      const copies = Array.from({ length: count }, () => deliver(job, 1));
      await expect.poll(() => held.length, { interval: 2 }).toBe(count);
      for (const response of held.splice(0)) response.writeHead(500).end();
      await Promise.all(copies);
    };
    const job = newDeliveryJob(await makeWorkspaceWithWebhook(url));
    await deliverCopies(job, 3);
    await deliverCopies(takeJob(), 2);
    expect(takeJob()).toMatchObject({ attemptNumber: 3 });
    expect((await findJobDelivery(job))?.attempts).toHaveLength(2);
  });

  it('a job that comes after its own retry does nothing', async () => {
    const { url, received } = await startReceiver(respondWith(500));
    const job = newDeliveryJob(await makeWorkspaceWithWebhook(url));
    await deliver(job, 1);
    await deliver(takeJob(), 1);
    heldQueue.messages.length = 0;
    await deliver(job, 2);
    expect(heldQueue.messages).toEqual([]);
    expect(received).toHaveLength(2);
  });
});

describe('a webhook that is gone or switched off', () => {
  it('an event for an inactive webhook is recorded as skipped instead of sent', async () => {
    const { url, received } = await startReceiver();
    const webhook = await makeWorkspaceWithWebhook(url);
    await updateWebhook(webhook.workspaceId, webhook.id, { is_active: false });
    const job = newDeliveryJob(webhook);
    await deliver(job, 1);
    expect(received).toEqual([]);
    expect(await findJobDelivery(job)).toMatchObject({
      status: 'skipped',
      attempt_number: 1,
      attempts: [],
      event: job.event,
    });
    expect(await getStoredWebhook(webhook)).toMatchObject({ failure_count: 0, last_delivery_at: null });
  });

  it('a webhook that was just activated gets its event even if the read before the attempt is stale', async () => {
    const { url, received } = await startReceiver();
    const webhook = await makeWorkspaceWithWebhook(url);
    await updateWebhook(webhook.workspaceId, webhook.id, { is_active: false });
    const replica = await lagBehind(keys.webhook(webhook.workspaceId, webhook.id));
    await updateWebhook(webhook.workspaceId, webhook.id, { is_active: true });
    const job = newDeliveryJob(webhook);
    await deliver(job, 1);
    expect(replica.staleReads()).toBeGreaterThan(0);
    expect(received).toHaveLength(1);
    expect(await findJobDelivery(job)).toMatchObject({ status: 'delivered' });
  });

  it('a webhook that was just created gets its event even if the read before the attempt is stale', async () => {
    const { url, received } = await startReceiver();
    const [{ id: workspaceId }, id] = [await makeWorkspace(), newId()];
    const replica = await lagBehind(keys.webhook(workspaceId, id));
    await createWebhook(workspaceId, id, { url, events: ['contact.created'] });
    await deliver(newDeliveryJob({ workspaceId, id }), 1);
    expect(replica.staleReads()).toBeGreaterThan(0);
    expect(received).toHaveLength(1);
  });

  it('a deleted webhook gets at most the attempts that begin within the replication lag', async () => {
    const { url, received } = await startReceiver();
    const webhook = await makeWorkspaceWithWebhook(url);
    const replica = await lagBehind(keys.webhook(webhook.workspaceId, webhook.id));
    await deleteWebhook(webhook.workspaceId, webhook.id);
    await deliver(newDeliveryJob(webhook), 1);
    expect(received).toHaveLength(1);
    replica.catchUp();
    await deliver(newDeliveryJob(webhook), 1);
    expect(received).toHaveLength(1);
  });
});
