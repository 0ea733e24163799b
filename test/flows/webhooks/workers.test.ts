import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { handler } from '../../../functions/consumers/deliver-webhook.ts';
import type { DeliveryJob } from '../../../functions/model/jobs.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { findDelivery } from '../../../functions/table/deliveries/deliveries.ts';
import { leaseWorkerSlot, workerSlotsMax } from '../../../functions/table/deliveries/worker-slots.ts';
import {
  getStoredWebhook,
  lengthenAttempts,
  makeWorkspaceWithWebhook,
  newDeliveryJob,
  type TestWebhook,
  toBatch,
} from '../../support/deliveries.ts';
import { heldQueue, holdQueues, startTestClock } from '../../support/messages/held-messages.ts';
import { startReceiver } from '../../support/network/receiver.ts';
import { makeWebhook, updateStoredWebhook } from '../../support/webhooks.ts';

describe('a webhook that takes long to respond', () => {
  beforeEach(holdQueues);

  const done = { batchItemFailures: [] };

  const markSlow = ({ workspaceId, id }: Pick<TestWebhook, 'workspaceId' | 'id'>) =>
    updateStoredWebhook(workspaceId, id, { slow_until: isoTime(clock.now() + 60_000) });

  const makeSlowWebhook = async () => {
    const { url, received } = await startReceiver();
    const webhook = await makeWorkspaceWithWebhook(url);
    await markSlow(webhook);
    return { webhook, url, received };
  };

  const takeSlots = (workspaceId: string, count = workerSlotsMax) =>
    Promise.all(Array.from({ length: count }, (_, slot) => leaseWorkerSlot(workspaceId, slot)));

  /** From now on an attempt seems to take so long. */
  const slowDown = (ms: number): void => {
    const now = performance.now.bind(performance);
    let calls = 0;
    const spy = vi.spyOn(performance, 'now').mockImplementation(() => {
      calls += 1;
      return now() + calls * ms;
    });
    onTestFinished(() => spy.mockRestore());
  };

  it.each([
    [2_000, true],
    [0, false],
  ])('an attempt that takes %i ms longer than usual marks the webhook as slow: %s', async (ms, isMarked) => {
    const { url } = await startReceiver();
    const webhook = await makeWorkspaceWithWebhook(url);
    slowDown(ms);
    expect(await handler(toBatch([newDeliveryJob(webhook)], 1))).toEqual(done);
    const { slow_until } = await getStoredWebhook(webhook);
    expect(slow_until !== undefined && Date.parse(slow_until) > clock.now()).toBe(isMarked);
  });

  it('a slow webhook gets its events at once while its workspace takes up few workers', async () => {
    const { webhook, received } = await makeSlowWebhook();
    for (let batch = 0; batch <= workerSlotsMax; batch += 1)
      expect(await handler(toBatch([newDeliveryJob(webhook), newDeliveryJob(webhook)], 1))).toEqual(done);
    expect(received).toHaveLength(2 * (workerSlotsMax + 1));
    expect(heldQueue.messages).toEqual([]);
  });

  it('slow webhooks of one workspace take up at most ten workers, and the rest of their attempts is put off', async () => {
    lengthenAttempts();
    let isHeld = true;
    const held: (() => void)[] = [];
    const { url, received } = await startReceiver((response) => {
      const respond = () => void response.writeHead(204).end();
      if (isHeld) held.push(respond);
      else respond();
    });
    const first = await makeWorkspaceWithWebhook(url);
    const second = { ...(await makeWebhook(first.workspaceId, url)), workspaceId: first.workspaceId };
    await Promise.all([first, second].map(markSlow));
    const toJobs = () => [newDeliveryJob(first), newDeliveryJob(second)];
    const batches = Array.from({ length: 30 }, () => handler(toBatch(toJobs(), 1)));
    await expect.poll(() => received.length + heldQueue.messages.length).toBe(60);
    expect(received.length).toBeLessThanOrEqual(2 * workerSlotsMax);
    isHeld = false;
    for (const respond of held) respond();
    expect(await Promise.all(batches)).toEqual(batches.map(() => done));
    const deferred = heldQueue.messages.splice(0);
    expect(deferred.length).toBeGreaterThanOrEqual(60 - 2 * workerSlotsMax);
    for (const { delaySeconds } of deferred) expect([1, 2]).toContain(delaySeconds);
    for (const { body } of deferred) expect(await handler(toBatch([body as DeliveryJob], 1))).toEqual(done);
    expect(received).toHaveLength(60);
    expect(new Set(received.map(({ event }) => event.id)).size).toBe(60);
  });

  it('a fast webhook of the same workspace, and one of another, do not wait for workers of slow ones', async () => {
    const { webhook, url, received } = await makeSlowWebhook();
    const [sibling, other] = [await makeWebhook(webhook.workspaceId, url), await makeWorkspaceWithWebhook(url)];
    await takeSlots(webhook.workspaceId);
    const slow = newDeliveryJob(webhook);
    const fast = [newDeliveryJob({ ...sibling, workspaceId: webhook.workspaceId }), newDeliveryJob(other)];
    expect(await handler(toBatch([slow, ...fast], 1))).toEqual(done);
    expect(received.map(({ event }) => event.id).sort()).toEqual(fast.map(({ event }) => event.id).sort());
    expect(heldQueue.messages.map(({ body }) => (body as DeliveryJob).event.id)).toEqual([slow.event.id]);
  });

  it('an attempt is put off for longer each time, up to five minutes, and is then made once', async () => {
    const { webhook, received } = await makeSlowWebhook();
    const testClock = startTestClock();
    let job = newDeliveryJob(webhook);
    const delays: number[] = [];
    for (let deferrals = 1; deferrals <= 10; deferrals += 1) {
      await takeSlots(webhook.workspaceId);
      expect(await handler(toBatch([job], 1))).toEqual(done);
      const [held] = heldQueue.messages.splice(0);
      job = held?.body as DeliveryJob;
      expect(job.deferrals).toBe(deferrals);
      delays.push(held?.delaySeconds ?? 0);
    }
    for (const [index, delay] of delays.entries()) {
      const longest = Math.min(300, 2 ** (index + 1));
      expect(delay).toBeGreaterThanOrEqual(longest / 2);
      expect(delay).toBeLessThanOrEqual(longest);
    }
    // The workers that took the slots are dead, and their leases end.
    testClock.advanceTo(Date.now() + 31_000);
    await Promise.all([handler(toBatch([job], 1)), handler(toBatch([job], 2))]);
    expect(await findDelivery(webhook.id, job.event.id)).toMatchObject({ status: 'delivered', attempt_number: 1 });
    await handler(toBatch([job], 1));
    expect(received.length).toBeLessThanOrEqual(2);
  });

  it('a worker releases only the slot that it holds', async () => {
    const { webhook } = await makeSlowWebhook();
    const testClock = startTestClock();
    const release = await leaseWorkerSlot(webhook.workspaceId, 0);
    expect(await leaseWorkerSlot(webhook.workspaceId, 0)).toBeUndefined();
    testClock.advanceTo(Date.now() + 31_000);
    expect(await leaseWorkerSlot(webhook.workspaceId, 0)).toBeDefined();
    await release?.();
    expect(await leaseWorkerSlot(webhook.workspaceId, 0)).toBeUndefined();
  });
});
