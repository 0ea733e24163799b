import { beforeEach, describe, expect, it } from 'vitest';
import { deliver } from '../../../functions/domain/webhooks/deliver.ts';
import { listDeliveries, recoverDeliveries, redeliver } from '../../../functions/domain/webhooks/redeliver.ts';
import { updateWebhook } from '../../../functions/domain/webhooks/webhooks.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { deriveId, newId } from '../../../functions/platform/ids.ts';
import { findDelivery } from '../../../functions/table/webhooks/deliveries.ts';
import { makeWorkspace } from '../../support/client.ts';
import { makeWorkspaceWithWebhook, newDeliveryJob, type TestWebhook } from '../../support/deliveries.ts';
import { type ReceivedRequest, respondWith, startReceiver } from '../../support/receiver.ts';

const patience = { timeout: 20_000, interval: 50 };

let status: number;
beforeEach(() => {
  status = 410;
});

const makeWilful = async () => {
  const { url, received } = await startReceiver((response, ...rest) => respondWith(status)(response, ...rest));
  return { endpoint: await makeWorkspaceWithWebhook(url), received };
};

/** An event of that time which has been tried once; what comes back is its id. */
const tryAt = async (endpoint: TestWebhook, timeMs: number): Promise<string> => {
  const work = newDeliveryJob(endpoint);
  const event = { ...work.event, id: deriveId(timeMs, newId()), occurred_at: isoTime(timeMs) };
  await deliver({ ...work, event }, 1);
  return event.id;
};

const idsOf = (received: ReceivedRequest[]) => received.map(({ event }) => event.id);

describe('an event', () => {
  it('that failed is delivered again when asked for, with the same body, and counts as delivered', async () => {
    const { endpoint, received } = await makeWilful();
    const { workspaceId, id } = endpoint;
    const eventId = await tryAt(endpoint, Date.now());
    status = 204;
    expect(await redeliver(workspaceId, id, eventId)).toMatchObject({ status: 'requested', attempt_number: 1 });
    await expect.poll(() => received.length, patience).toBe(2);
    expect(received[1]?.body).toBe(received[0]?.body);
    await expect
      .poll(() => findDelivery(id, eventId), patience)
      .toMatchObject({ status: 'delivered', attempt_number: 2, attempts: [{ code: 204 }] });
  });

  it('that is delivered again gets five attempts anew', async () => {
    const { endpoint, received } = await makeWilful();
    const eventId = await tryAt(endpoint, Date.now());
    status = 500;
    await redeliver(endpoint.workspaceId, endpoint.id, eventId);
    await expect
      .poll(() => findDelivery(endpoint.id, eventId), patience)
      .toMatchObject({ status: 'retrying', attempt_number: 2 });
    status = 204;
    await expect
      .poll(() => findDelivery(endpoint.id, eventId), patience)
      .toMatchObject({ status: 'delivered', attempt_number: 3 });
    expect(received).toHaveLength(3);
  });

  it('that was delivered can be delivered again', async () => {
    const { endpoint, received } = await makeWilful();
    status = 204;
    const eventId = await tryAt(endpoint, Date.now());
    await redeliver(endpoint.workspaceId, endpoint.id, eventId);
    await expect.poll(() => idsOf(received), patience).toEqual([eventId, eventId]);
  });

  it('is not delivered again while it is under way, or to an endpoint that is inactive', async () => {
    const { endpoint } = await makeWilful();
    const { workspaceId, id } = endpoint;
    status = 500;
    const eventId = await tryAt(endpoint, Date.now());
    await expect(redeliver(workspaceId, id, eventId)).rejects.toThrow('in progress');
    await updateWebhook(workspaceId, id, { is_active: false });
    await expect(redeliver(workspaceId, id, eventId)).rejects.toThrow('Switch it on first');
    await expect(recoverDeliveries(workspaceId, id, 0)).rejects.toThrow('Switch it on first');
  });

  it('of another workspace does not exist', async () => {
    const { endpoint } = await makeWilful();
    const { id: otherId } = await makeWorkspace();
    const eventId = await tryAt(endpoint, Date.now());
    await expect(redeliver(otherId, endpoint.id, eventId)).rejects.toThrow('There is no such webhook');
    await expect(redeliver(endpoint.workspaceId, endpoint.id, newId())).rejects.toThrow('There is no such delivery');
    await expect(listDeliveries(otherId, endpoint.id, { status: undefined, limit: 1 })).rejects.toThrow('no such');
  });
});

describe('recovering an endpoint', () => {
  it('brings back what failed or was skipped since then, and nothing else', async () => {
    const { endpoint, received } = await makeWilful();
    const { workspaceId, id } = endpoint;
    const sinceMs = Date.now() - 60_000;
    const before = await tryAt(endpoint, sinceMs - 1);
    const failed = [await tryAt(endpoint, sinceMs), await tryAt(endpoint, sinceMs + 1)];
    status = 204;
    const delivered = await tryAt(endpoint, sinceMs + 2);
    await updateWebhook(workspaceId, id, { is_active: false });
    const skipped = [await tryAt(endpoint, sinceMs + 3)];
    await updateWebhook(workspaceId, id, { is_active: true });
    received.length = 0;
    const progress: number[] = [];
    const outcome = await recoverDeliveries(workspaceId, id, sinceMs, (count) => progress.push(count));
    expect(outcome).toEqual({ requested: 3 });
    expect(progress.at(-1)).toBe(3);
    await expect.poll(() => idsOf(received).sort(), patience).toEqual([...failed, ...skipped].sort());
    await expect
      .poll(() => listDeliveries(workspaceId, id, { status: 'delivered', limit: 10 }), patience)
      .toHaveLength(4);
    expect(await listDeliveries(workspaceId, id, { status: 'failed', limit: 10 })).toMatchObject([
      { event: { id: before } },
    ]);
    expect(idsOf(received)).not.toContain(delivered);
  });

  it('goes on over many pages', async () => {
    const { endpoint, received } = await makeWilful();
    const { workspaceId, id } = endpoint;
    await updateWebhook(workspaceId, id, { is_active: false });
    const nowMs = Date.now();
    await Promise.all(Array.from({ length: 230 }, (_, n) => tryAt(endpoint, nowMs - n)));
    await updateWebhook(workspaceId, id, { is_active: true });
    status = 204;
    expect(await recoverDeliveries(workspaceId, id, nowMs - 1_000)).toEqual({ requested: 230 });
    await expect.poll(() => new Set(idsOf(received)).size, patience).toBe(230);
    expect(await listDeliveries(workspaceId, id, { status: undefined, limit: 150 })).toHaveLength(150);
  });
});
