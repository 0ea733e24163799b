import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { enqueueJobs, type QueueJob } from '../../../functions/domain/queues.ts';
import { deliver } from '../../../functions/domain/webhooks/deliver.ts';
import { deleteWebhook, updateWebhook } from '../../../functions/domain/webhooks/webhooks.ts';
import type { DeliveryJob } from '../../../functions/model/delivery.ts';
import { toPublicEvent } from '../../../functions/model/event.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { costFields, withTrace } from '../../../functions/platform/invocation-trace.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { findDelivery } from '../../../functions/table/webhooks/deliveries.ts';
import { getStoredWebhook, makeWorkspaceWithWebhook, newDeliveryJob } from '../../support/deliveries.ts';
import { respondWith, startReceiver } from '../../support/receiver.ts';

// What is put on the queue is looked at here, and taken off by hand: nobody waits for it.
vi.mock('../../../functions/domain/queues.ts', () => ({ enqueueJobs: vi.fn() }));

let queued: QueueJob[];
beforeEach(() => {
  queued = [];
  vi.mocked(enqueueJobs).mockImplementation(async (messages) => void queued.push(...messages));
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => vi.restoreAllMocks());

const deliveryOf = ({ webhookId, event }: DeliveryJob) => findDelivery(webhookId, event.id);

/** Takes the only message off the queue. */
const nextOf = (): DeliveryJob => {
  const [message, ...others] = queued.splice(0);
  expect(others).toEqual([]);
  return message?.body as DeliveryJob;
};

const costOf = (run: () => Promise<void>) =>
  withTrace(async () => {
    await run();
    const { round_trips, read_units, write_units } = costFields();
    return { round_trips, read_units, write_units };
  })(undefined, undefined);

describe('a delivery that the endpoint takes', () => {
  it('is sent once and recorded with its event, its attempt and its end', async () => {
    const { url, received } = await startReceiver((response) => response.writeHead(200).end('thanks'));
    const endpoint = await makeWorkspaceWithWebhook(url);
    const work = newDeliveryJob(endpoint);
    await deliver(work, 1);
    expect(received.map(({ event }) => event)).toEqual([toPublicEvent(work.event)]);
    expect(await deliveryOf(work)).toEqual({
      webhook_id: endpoint.id,
      event: work.event,
      status: 'delivered',
      attempt_number: 1,
      attempts: [{ at: expect.any(String), code: 200, duration_ms: expect.any(Number), answer: 'thanks' }],
      next_attempt_at: null,
    });
    expect((await getStoredWebhook(endpoint)).last_delivery_at).not.toBeNull();
    expect(queued).toEqual([]);
  });

  it('costs one read unit and one write unit while deliveries are frequent', async () => {
    const { url } = await startReceiver((response) => response.writeHead(200).end('x'.repeat(2_000)));
    const endpoint = await makeWorkspaceWithWebhook(url);
    const nowMs = clock.now();
    vi.spyOn(clock, 'now').mockReturnValue(nowMs);
    await deliver(newDeliveryJob(endpoint), 1);
    expect(await costOf(() => deliver(newDeliveryJob(endpoint), 1))).toEqual({
      round_trips: 2,
      read_units: 1,
      write_units: 1,
    });
    vi.mocked(clock.now).mockReturnValue(nowMs + 10_000);
    expect(await costOf(() => deliver(newDeliveryJob(endpoint), 1))).toMatchObject({ round_trips: 3, write_units: 2 });
    expect((await getStoredWebhook(endpoint)).last_delivery_at).toBe(isoTime(nowMs + 10_000));
  });

  it('is kept for thirty days', async () => {
    const { url } = await startReceiver();
    const work = newDeliveryJob(await makeWorkspaceWithWebhook(url));
    await deliver(work, 1);
    const item = await findItem(keys.delivery(work.webhookId, work.event.id));
    expect(Number(item?.['expires']) - Date.now() / 1000).toBeCloseTo(30 * 24 * 60 * 60, -2);
  });

  it('is not sent again when its message comes again', async () => {
    const { url, received } = await startReceiver();
    const work = newDeliveryJob(await makeWorkspaceWithWebhook(url));
    await deliver(work, 1);
    await deliver(work, 2);
    expect(received).toHaveLength(1);
  });
});

describe('a delivery that the endpoint does not take', () => {
  it('is tried five times with the same body, each time signed anew, and has then failed', async () => {
    const { url, received } = await startReceiver(respondWith(500));
    const endpoint = await makeWorkspaceWithWebhook(url);
    const first = newDeliveryJob(endpoint);
    const waits: unknown[] = [];
    let nowMs = clock.now();
    vi.spyOn(clock, 'now').mockImplementation(() => nowMs);
    for (let work: DeliveryJob | undefined = first; work; work = queued.length > 0 ? nextOf() : undefined) {
      await deliver(work, 1);
      const delay = queued[0]?.delaySeconds;
      if (delay !== undefined) waits.push(delay);
      expect((await deliveryOf(first))?.next_attempt_at).toBe(delay ? isoTime(nowMs + delay * 1000) : null);
      nowMs += 30_000;
    }
    expect(waits).toEqual([3, 6, 12, 24]);
    expect(received.map(({ body }) => body)).toEqual(Array(5).fill(JSON.stringify(toPublicEvent(first.event))));
    expect(new Set(received.map(({ headers }) => headers['x-service-signature'])).size).toBe(5);
    const delivery = await deliveryOf(first);
    expect(delivery).toMatchObject({ status: 'failed', attempt_number: 5 });
    expect(delivery?.attempts.map(({ code }) => code)).toEqual([500, 500, 500, 500, 500]);
    expect(await getStoredWebhook(endpoint)).toMatchObject({
      failure_count: 1,
      is_active: true,
      last_delivery_at: null,
    });
  });

  it('goes to the queue under the name of the endpoint', async () => {
    const { url } = await startReceiver(respondWith(503, { 'Retry-After': '5' }));
    const endpoint = await makeWorkspaceWithWebhook(url);
    const work = newDeliveryJob(endpoint);
    await deliver(work, 1);
    const body = { ...work, attemptNumber: 2 };
    expect(queued).toEqual([{ queue: 'deliverWebhook', body, group: endpoint.id, delaySeconds: 5 }]);
  });

  it('counts once it is taken as taken', async () => {
    const { url } = await startReceiver((response, count) => response.writeHead(count < 3 ? 500 : 204).end());
    const work = newDeliveryJob(await makeWorkspaceWithWebhook(url));
    await deliver(work, 1);
    await deliver(nextOf(), 1);
    await deliver(nextOf(), 1);
    expect(queued).toEqual([]);
    expect((await deliveryOf(work))?.attempts.map(({ code }) => code)).toEqual([500, 500, 204]);
    expect(await deliveryOf(work)).toMatchObject({ status: 'delivered' });
  });

  it.each([301, 400, 404, 410])('with %i fails at once', async (status) => {
    const { url, received } = await startReceiver(respondWith(status));
    const endpoint = await makeWorkspaceWithWebhook(url);
    const work = newDeliveryJob(endpoint);
    await deliver(work, 1);
    expect(received).toHaveLength(1);
    expect(queued).toEqual([]);
    expect(await deliveryOf(work)).toMatchObject({ status: 'failed' });
    expect(await getStoredWebhook(endpoint)).toMatchObject({ failure_count: 1, is_active: true });
  });
});

describe('a message that comes twice', () => {
  it('does not lead to another attempt, but to the message that may have been lost', async () => {
    const { url, received } = await startReceiver(respondWith(500));
    const work = newDeliveryJob(await makeWorkspaceWithWebhook(url));
    await deliver(work, 1);
    const next = nextOf();
    await deliver(work, 2);
    expect(nextOf()).toEqual(next);
    expect(received).toHaveLength(1);
  });

  it('while the first is being worked on leads to one record and one next message', async () => {
    const { url } = await startReceiver(respondWith(500));
    const work = newDeliveryJob(await makeWorkspaceWithWebhook(url));
    await Promise.all([deliver(work, 1), deliver(work, 1), deliver(work, 1)]);
    const next = nextOf();
    await Promise.all([deliver(next, 1), deliver(next, 1)]);
    expect(nextOf()).toMatchObject({ attemptNumber: 3 });
    expect((await deliveryOf(work))?.attempts).toHaveLength(2);
  });

  it('after its successor is of no interest', async () => {
    const { url, received } = await startReceiver(respondWith(500));
    const work = newDeliveryJob(await makeWorkspaceWithWebhook(url));
    await deliver(work, 1);
    await deliver(nextOf(), 1);
    queued = [];
    await deliver(work, 2);
    expect(queued).toEqual([]);
    expect(received).toHaveLength(2);
  });

  it('because we could not send its successor is not tried nor counted again', async () => {
    const { url, received } = await startReceiver(respondWith(500));
    const endpoint = await makeWorkspaceWithWebhook(url);
    const work = newDeliveryJob(endpoint);
    vi.mocked(enqueueJobs).mockRejectedValueOnce(new Error('the queue is down'));
    await expect(deliver(work, 1)).rejects.toThrow('the queue is down');
    await deliver(work, 2);
    expect(nextOf()).toMatchObject({ attemptNumber: 2 });
    expect(received).toHaveLength(1);
    expect(await getStoredWebhook(endpoint)).toMatchObject({ failure_count: 0 });
  });
});

describe('nothing is sent', () => {
  it('to an endpoint that is inactive: the event is kept as skipped', async () => {
    const { url, received } = await startReceiver();
    const endpoint = await makeWorkspaceWithWebhook(url);
    await updateWebhook(endpoint.workspaceId, endpoint.id, { is_active: false });
    const work = newDeliveryJob(endpoint);
    await deliver(work, 1);
    expect(received).toEqual([]);
    expect(await deliveryOf(work)).toMatchObject({
      status: 'skipped',
      attempt_number: 1,
      attempts: [],
      event: work.event,
    });
    expect(await getStoredWebhook(endpoint)).toMatchObject({ failure_count: 0, last_delivery_at: null });
  });

  it('any more when an endpoint becomes inactive between two attempts', async () => {
    const { url, received } = await startReceiver(respondWith(500));
    const endpoint = await makeWorkspaceWithWebhook(url);
    const work = newDeliveryJob(endpoint);
    await deliver(work, 1);
    await updateWebhook(endpoint.workspaceId, endpoint.id, { is_active: false });
    await deliver(nextOf(), 1);
    expect(received).toHaveLength(1);
    expect(await deliveryOf(work)).toMatchObject({ status: 'skipped', attempt_number: 2, attempts: [{ code: 500 }] });
    expect(queued).toEqual([]);
  });

  it('any more when an endpoint is deleted', async () => {
    const { url, received } = await startReceiver(respondWith(500));
    const endpoint = await makeWorkspaceWithWebhook(url);
    await deliver(newDeliveryJob(endpoint), 1);
    await deleteWebhook(endpoint.workspaceId, endpoint.id);
    await deliver(nextOf(), 1);
    await deliver(newDeliveryJob(endpoint), 1);
    expect(received).toHaveLength(1);
    expect(queued).toEqual([]);
  });
});
