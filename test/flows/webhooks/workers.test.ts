import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { handler } from '../../../functions/consumers/deliver-webhook.ts';
import { deleteWebhook } from '../../../functions/domain/webhooks/webhooks.ts';
import type { DeliveryJob } from '../../../functions/model/jobs/deliveries.ts';
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
import { respondWith, startReceiver } from '../../support/network/receiver.ts';
import { throttleTable, writesDelivery } from '../../support/table/throttled-writes.ts';
import { makeWebhook, updateStoredWebhook } from '../../support/webhooks.ts';

beforeEach(holdQueues);

const done = { batchItemFailures: [] };

describe('a webhook that takes long to respond', () => {
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
      expect(await handler(toBatch([newDeliveryJob(webhook)], 1))).toEqual(done);
    expect(received).toHaveLength(workerSlotsMax + 1);
    expect(heldQueue.messages).toEqual([]);
  });

  it('slow webhooks of one workspace have their attempts put off while they take up ten workers', async () => {
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
    const batches = Array.from({ length: 14 }, () => handler(toBatch(toJobs(), 1)));
    await expect.poll(() => received.length + heldQueue.messages.length).toBe(28);
    expect(received.length).toBeLessThanOrEqual(2 * workerSlotsMax);
    isHeld = false;
    for (const respond of held) respond();
    expect(await Promise.all(batches)).toEqual(batches.map(() => done));
    const deferred = heldQueue.messages.splice(0);
    expect(deferred.length).toBeGreaterThanOrEqual(28 - 2 * workerSlotsMax);
    for (const { delaySeconds } of deferred) expect([1, 2]).toContain(delaySeconds);
    for (const { body } of deferred) expect(await handler(toBatch([body as DeliveryJob], 1))).toEqual(done);
    expect(received).toHaveLength(28);
    expect(new Set(received.map(({ event }) => event.id)).size).toBe(28);
  });

  it('no fast webhook, whatever its workspace, waits for workers of slow ones', async () => {
    const { webhook, url, received } = await makeSlowWebhook();
    const [sibling, other] = [await makeWebhook(webhook.workspaceId, url), await makeWorkspaceWithWebhook(url)];
    await takeSlots(webhook.workspaceId);
    const slow = newDeliveryJob(webhook);
    const fast = [newDeliveryJob({ ...sibling, workspaceId: webhook.workspaceId }), newDeliveryJob(other)];
    expect(await handler(toBatch([slow, ...fast], 1))).toEqual(done);
    expect(received.map(({ event }) => event.id).sort()).toEqual(fast.map(({ event }) => event.id).sort());
    expect(heldQueue.messages.map(({ body }) => (body as DeliveryJob).event.id)).toEqual([slow.event.id]);
  });

  it('an attempt is put off for longer each time, up to five minutes, but made only once', async () => {
    const { webhook, received } = await makeSlowWebhook();
    const testClock = startTestClock();
    let job = newDeliveryJob(webhook);
    for (const deferrals of [1, 2, 8, 9, 10]) {
      await takeSlots(webhook.workspaceId);
      expect(await handler(toBatch([{ ...job, deferrals: deferrals - 1 }], 1))).toEqual(done);
      const [{ body, delaySeconds = 0 } = {}] = heldQueue.messages.splice(0);
      job = body as DeliveryJob;
      expect(job.deferrals).toBe(deferrals);
      const longest = Math.min(300, 2 ** deferrals);
      expect(delaySeconds).toBeGreaterThanOrEqual(longest / 2);
      expect(delaySeconds).toBeLessThanOrEqual(longest);
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

const makeJob = async (status: number) => {
  const { url, received } = await startReceiver(respondWith(status));
  const webhook = await makeWorkspaceWithWebhook(url);
  return { webhook, received, job: newDeliveryJob(webhook) };
};

const takeHeldJob = (): DeliveryJob => {
  const [held, ...others] = heldQueue.messages.splice(0);
  if (!held || others.length > 0) throw new Error('Exactly one job must be held.');
  return held.body as DeliveryJob;
};

describe('an attempt whose record is throttled', () => {
  it('a record that is throttled for a moment is written by the same invocation, without sending the event again', async () => {
    const { webhook, received, job } = await makeJob(204);
    const throttle = throttleTable(writesDelivery, 8);
    expect(await handler(toBatch([job], 1))).toEqual(done);
    expect(throttle.count()).toBe(8);
    expect(received).toHaveLength(1);
    expect(await findDelivery(webhook.id, job.event.id)).toMatchObject({
      status: 'delivered',
      attempts: [{ code: 204 }],
    });
    expect(heldQueue.messages).toEqual([]);
  });

  it.each([
    [500, { status: 'retrying', next_attempt_at: expect.any(String) }, 1, 0],
    [410, { status: 'failed' }, 0, 1],
  ])(
    'an attempt answered with %i whose record stays throttled is recorded by a job of its own and not sent again',
    async (code, expected, retries, failures) => {
      const { webhook, received, job } = await makeJob(code);
      const throttle = throttleTable(writesDelivery);
      expect(await handler(toBatch([job], 1))).toEqual(done);
      expect(throttle.count()).toBeGreaterThan(8);
      const recordJob = takeHeldJob();
      expect(recordJob).toMatchObject({ result: { attempt: { code }, decision: { status: expected.status } } });
      // While the table throttles, SQS keeps the job.
      expect(await handler(toBatch([recordJob], 1))).toEqual({ batchItemFailures: [{ itemIdentifier: '0' }] });
      throttle.relent();
      expect(await handler(toBatch([recordJob], 2))).toEqual(done);
      expect(await handler(toBatch([recordJob], 1))).toEqual(done);
      expect(received).toHaveLength(1);
      const delivery = await findDelivery(webhook.id, job.event.id);
      expect(delivery).toMatchObject({ attempt_number: 1, attempts: [{ code }], ...expected });
      expect(await getStoredWebhook(webhook)).toMatchObject({ failure_count: failures });
      // A repeated job makes sure of the retry again. None of them carries the old result.
      const held = heldQueue.messages.splice(0).map(({ body }) => body);
      expect(held).toHaveLength(2 * retries);
      for (const retry of held) {
        expect(retry).toMatchObject({ attemptNumber: 2 });
        expect(retry).not.toHaveProperty('result');
      }
    },
  );

  it('a job that records an attempt of a deleted webhook sends and stores nothing', async () => {
    const { webhook, received, job } = await makeJob(204);
    const attempt = { at: '2026-11-15T12:00:00.000Z', code: 204, duration_ms: 10, answer: '' };
    const result = { attempt, decision: { status: 'delivered' as const } };
    await deleteWebhook(webhook.workspaceId, webhook.id);
    expect(await handler(toBatch([{ ...job, result }], 1))).toEqual(done);
    expect(received).toEqual([]);
    expect(await findDelivery(webhook.id, job.event.id)).toBeUndefined();
  });
});
