import { beforeEach, describe, expect, it } from 'vitest';
import { deliver } from '../../../functions/domain/deliveries/deliver.ts';
import { recoverDeliveries } from '../../../functions/domain/deliveries/recover.ts';
import { redeliver } from '../../../functions/domain/deliveries/redeliver.ts';
import { updateWebhook } from '../../../functions/domain/webhooks/webhooks.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { deriveId, newId } from '../../../functions/platform/ids.ts';
import { findDelivery } from '../../../functions/table/deliveries/deliveries.ts';
import { makeWorkspace } from '../../support/client.ts';
import { makeWorkspaceWithWebhook, newDeliveryJob, readLog, type TestWebhook } from '../../support/deliveries.ts';
import { type ReceivedRequest, respondWith, startReceiver } from '../../support/network/receiver.ts';

let status: number;
beforeEach(() => {
  status = 410;
});

const makeWebhookWithStatus = async () => {
  const { url, received } = await startReceiver((response, ...rest) => respondWith(status)(response, ...rest));
  return { webhook: await makeWorkspaceWithWebhook(url), received };
};

/** Makes one attempt to deliver an event of that time and returns its id. */
const failEventAt = async (webhook: TestWebhook, timeMs: number): Promise<string> => {
  const job = newDeliveryJob(webhook);
  const event = { ...job.event, id: deriveId(timeMs, newId()), occurredAt: isoTime(timeMs) };
  await deliver({ ...job, event }, 1);
  return event.id;
};

const listEventIds = (received: ReceivedRequest[]) => received.map(({ event }) => event.id);

describe('a redelivery', () => {
  it('a failed event is redelivered on request, with the same body, and is then delivered', async () => {
    const { webhook, received } = await makeWebhookWithStatus();
    const { workspaceId, id } = webhook;
    const eventId = await failEventAt(webhook, Date.now());
    status = 204;
    expect(await redeliver(workspaceId, id, eventId)).toMatchObject({ status: 'requested', attempt_number: 1 });
    await expect.poll(() => received.length).toBe(2);
    expect(received[1]?.body).toBe(received[0]?.body);
    await expect
      .poll(() => findDelivery(id, eventId))
      .toMatchObject({ status: 'delivered', attempt_number: 2, attempts: [{ code: 204 }] });
  });

  it('a redelivered event gets five new attempts', async () => {
    const { webhook, received } = await makeWebhookWithStatus();
    const eventId = await failEventAt(webhook, Date.now());
    status = 500;
    await redeliver(webhook.workspaceId, webhook.id, eventId);
    await expect.poll(() => findDelivery(webhook.id, eventId)).toMatchObject({ status: 'retrying', attempt_number: 2 });
    status = 204;
    await expect
      .poll(() => findDelivery(webhook.id, eventId))
      .toMatchObject({ status: 'delivered', attempt_number: 3 });
    expect(received).toHaveLength(3);
  });

  it('a delivered event can be redelivered', async () => {
    const { webhook, received } = await makeWebhookWithStatus();
    status = 204;
    const eventId = await failEventAt(webhook, Date.now());
    await redeliver(webhook.workspaceId, webhook.id, eventId);
    await expect.poll(() => listEventIds(received)).toEqual([eventId, eventId]);
  });

  it('a delivery in progress, or of an inactive webhook, cannot be redelivered', async () => {
    const { webhook } = await makeWebhookWithStatus();
    const { workspaceId, id } = webhook;
    status = 500;
    const eventId = await failEventAt(webhook, Date.now());
    await expect(redeliver(workspaceId, id, eventId)).rejects.toThrow('in progress');
    await updateWebhook(workspaceId, id, { is_active: false });
    await expect(redeliver(workspaceId, id, eventId)).rejects.toThrow('Switch it on first');
    await expect(recoverDeliveries(workspaceId, id, isoTime(0))).rejects.toThrow('Switch it on first');
  });

  it('an event of another workspace cannot be redelivered', async () => {
    const { webhook } = await makeWebhookWithStatus();
    const { id: otherId } = await makeWorkspace();
    const eventId = await failEventAt(webhook, Date.now());
    await expect(redeliver(otherId, webhook.id, eventId)).rejects.toThrow('There is no such webhook');
    await expect(redeliver(webhook.workspaceId, webhook.id, newId())).rejects.toThrow('There is no such delivery');
    await expect(readLog(otherId, webhook.id, { limit: 1 })).rejects.toThrow('no such');
  });
});

describe('a recovery', () => {
  it('a recovery redelivers events that failed or were skipped since then, and no others', async () => {
    const { webhook, received } = await makeWebhookWithStatus();
    const { workspaceId, id } = webhook;
    const sinceMs = Date.now() - 60_000;
    const before = await failEventAt(webhook, sinceMs - 1);
    const failed = [await failEventAt(webhook, sinceMs), await failEventAt(webhook, sinceMs + 1)];
    status = 204;
    const delivered = await failEventAt(webhook, sinceMs + 2);
    await updateWebhook(workspaceId, id, { is_active: false });
    const skipped = [await failEventAt(webhook, sinceMs + 3)];
    await updateWebhook(workspaceId, id, { is_active: true });
    received.length = 0;
    const progress: number[] = [];
    const outcome = await recoverDeliveries(workspaceId, id, isoTime(sinceMs), (count) => progress.push(count));
    expect(outcome).toEqual({ requested: 3 });
    expect(progress.at(-1)).toBe(3);
    await expect.poll(() => listEventIds(received).sort()).toEqual([...failed, ...skipped].sort());
    await expect.poll(() => readLog(workspaceId, id, { status: 'delivered', limit: 10 })).toHaveLength(4);
    expect(await readLog(workspaceId, id, { status: 'failed', limit: 10 })).toMatchObject([{ event: { id: before } }]);
    expect(listEventIds(received)).not.toContain(delivered);
  });

  it('a recovery covers many pages', async () => {
    const { webhook, received } = await makeWebhookWithStatus();
    const { workspaceId, id } = webhook;
    await updateWebhook(workspaceId, id, { is_active: false });
    const nowMs = Date.now();
    await Promise.all(Array.from({ length: 230 }, (_, n) => failEventAt(webhook, nowMs - n)));
    await updateWebhook(workspaceId, id, { is_active: true });
    status = 204;
    expect(await recoverDeliveries(workspaceId, id, isoTime(nowMs - 1_000))).toEqual({ requested: 230 });
    await expect.poll(() => new Set(listEventIds(received)).size).toBe(230);
    expect(await readLog(workspaceId, id, { limit: 150 })).toHaveLength(150);
  });
});
