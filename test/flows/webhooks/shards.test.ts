import { beforeEach, describe, expect, it } from 'vitest';
import { deliver } from '../../../functions/domain/deliveries/deliver.ts';
import { deliveryStatuses } from '../../../functions/model/deliveries/delivery.ts';
import type { DeliveryJob } from '../../../functions/model/jobs.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { deriveId, newId } from '../../../functions/platform/ids.ts';
import { recordAttempt } from '../../../functions/table/deliveries/deliveries.ts';
import { queryDeliveries } from '../../../functions/table/deliveries/query-deliveries.ts';
import { queryPage } from '../../../functions/table/dynamodb/query.ts';
import { keys } from '../../../functions/table/keys.ts';
import { makeWorkspaceWithWebhook, newDeliveryJob, readLog, type TestWebhook } from '../../support/deliveries.ts';
import { holdQueues } from '../../support/messages/held-messages.ts';
import { startReceiver } from '../../support/network/receiver.ts';

beforeEach(holdQueues);

const shards = [...'0123456789abcdef'];

const jobAt = (webhook: TestWebhook, timeMs: number): DeliveryJob => {
  const job = newDeliveryJob(webhook);
  return { ...job, event: { ...job.event, id: deriveId(timeMs, newId()), occurredAt: isoTime(timeMs) } };
};

const failed = { status: 'failed', attempt: undefined, next_attempt_at: null } as const;

/** Deliveries of 60 milliseconds, newest first; every third failed. */
const makeHistory = async (webhook: TestWebhook): Promise<string[]> => {
  const nowMs = Date.now();
  const jobs = Array.from({ length: 60 }, (_, n) => jobAt(webhook, nowMs - n));
  await Promise.all(
    jobs.map((job, n) => (n % 3 === 0 ? recordAttempt({ job, stored: undefined }, failed) : deliver(job, 1))),
  );
  return jobs.map(({ event }) => event.id);
};

describe('the deliveries of a webhook', () => {
  it('new deliveries are spread over sixteen partitions', async () => {
    const { url } = await startReceiver();
    const webhook = await makeWorkspaceWithWebhook(url);
    const jobs = Array.from({ length: 160 }, () => newDeliveryJob(webhook));
    await Promise.all(jobs.map((job) => deliver(job, 1)));
    const countRows = async (pk: string): Promise<number> =>
      (await queryPage(pk, { limit: 200, after: undefined })).items.length;
    const counts = await Promise.all(shards.map((shard) => countRows(keys.delivery(webhook.id, shard).pk)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(160);
    // Of 160 rows, one of 16 even shards gets more than 28 about once in 10,000 runs.
    expect(Math.max(...counts)).toBeLessThanOrEqual(28);
  });

  it.each([1, 7, 100])('pages of %i return every delivery once, newest first', async (limit) => {
    const { url } = await startReceiver();
    const webhook = await makeWorkspaceWithWebhook(url);
    const ids = await makeHistory(webhook);
    const listed: string[] = [];
    let after: string | undefined;
    do {
      const page = await queryDeliveries(webhook.id, { statuses: deliveryStatuses, sinceMs: 0, limit, after });
      expect(page.items.length).toBeLessThanOrEqual(limit);
      listed.push(...page.items.map(({ event }) => event.id));
      after = page.next;
    } while (after !== undefined);
    expect(listed).toEqual(ids);
  });

  it('a list filtered by status shows the newest matching deliveries of all partitions', async () => {
    const { url } = await startReceiver();
    const webhook = await makeWorkspaceWithWebhook(url);
    const ids = await makeHistory(webhook);
    const failed = await readLog(webhook.workspaceId, webhook.id, { status: 'failed', limit: 15 });
    expect(failed.map(({ event }) => event.id)).toEqual(ids.filter((_, n) => n % 3 === 0).slice(0, 15));
  });
});
