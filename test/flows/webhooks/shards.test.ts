import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../../functions/consumers/deliver-webhook.ts';
import type { DeliveryJob } from '../../../functions/model/jobs.ts';
import { findDelivery } from '../../../functions/table/deliveries/deliveries.ts';
import { getStoredWebhook, makeWorkspaceWithWebhook, newDeliveryJob, toBatch } from '../../support/deliveries.ts';
import { heldQueue, holdQueues } from '../../support/messages/held-messages.ts';
import { respondWith, startReceiver } from '../../support/network/receiver.ts';
import { throttleTable, writesDelivery } from '../../support/table/throttled-writes.ts';

beforeEach(holdQueues);

const done = { batchItemFailures: [] };

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
  it('a record that is throttled for a moment is written by the same invocation, and the event is sent once', async () => {
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
    const { deleteWebhook } = await import('../../../functions/domain/webhooks/webhooks.ts');
    await deleteWebhook(webhook.workspaceId, webhook.id);
    expect(await handler(toBatch([{ ...job, result }], 1))).toEqual(done);
    expect(received).toEqual([]);
    expect(await findDelivery(webhook.id, job.event.id)).toBeUndefined();
  });
});
