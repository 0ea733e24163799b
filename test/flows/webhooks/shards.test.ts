import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { deliver } from '../../../functions/domain/deliveries/deliver.ts';
import { recoverDeliveries } from '../../../functions/domain/deliveries/recover.ts';
import { redeliver } from '../../../functions/domain/deliveries/redeliver.ts';
import { type DeliveryJob, deliveryStatuses } from '../../../functions/model/deliveries/delivery.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { env } from '../../../functions/platform/env.ts';
import { deriveId, newId } from '../../../functions/platform/ids.ts';
import { findDelivery } from '../../../functions/table/deliveries/deliveries.ts';
import { queryDeliveries } from '../../../functions/table/deliveries/query-deliveries.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import { queryPage } from '../../../functions/table/dynamodb/query.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { makeWorkspaceWithWebhook, newDeliveryJob, readLog, type TestWebhook } from '../../support/deliveries.ts';
import { respondWith, startReceiver } from '../../support/network/receiver.ts';

vi.mock('../../../functions/domain/queues.ts', () => ({ enqueueJobs: vi.fn() }));

const shards = [...'0123456789abcdef'];

const jobAt = (webhook: TestWebhook, timeMs: number): DeliveryJob => {
  const job = newDeliveryJob(webhook);
  return { ...job, event: { ...job.event, id: deriveId(timeMs, newId()), occurredAt: isoTime(timeMs) } };
};

/** As the release before shards stored a delivery. */
const putUnsharded = async ({ webhookId, event }: DeliveryJob, fields: object): Promise<void> => {
  const { name, occurredAt: occurred_at, workspaceId: workspace_id, data } = event;
  const item = { entity: 'delivery', workspace_id, event: name, occurred_at, data: JSON.stringify(data), expires: 4e9 };
  const row = { ...item, status: 'failed', attempt_number: 1, attempts: [], next_attempt_at: null, ...fields };
  const Item = { ...keys.unshardedDelivery(webhookId, event.id), ...row };
  await table.send(new PutCommand({ TableName: env.tableName(), Item }));
};

/** Deliveries of 60 milliseconds, newest first; every third is a row from before there were shards. */
const makeHistory = async (webhook: TestWebhook): Promise<string[]> => {
  const nowMs = Date.now();
  const jobs = Array.from({ length: 60 }, (_, n) => jobAt(webhook, nowMs - n));
  await Promise.all(jobs.map((job, n) => (n % 3 === 0 ? putUnsharded(job, {}) : deliver(job, 1))));
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
    expect(await countRows(keys.unshardedDelivery(webhook.id, '').pk)).toBe(0);
  });

  it.each([1, 7, 100])('pages of %i return every delivery once, newest first, in old and new rows', async (limit) => {
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

  it('a recovery requests the failures in old and new rows, each where it is', async () => {
    const { url } = await startReceiver(respondWith(410));
    const webhook = await makeWorkspaceWithWebhook(url);
    const [earlier, later] = [newDeliveryJob(webhook), newDeliveryJob(webhook)];
    await putUnsharded(earlier, {});
    await deliver(later, 1);
    expect(await recoverDeliveries(webhook.workspaceId, webhook.id, isoTime(0))).toEqual({ requested: 2 });
    expect(await findItem(keys.unshardedDelivery(webhook.id, earlier.event.id))).toMatchObject({ status: 'requested' });
    expect(await findItem(keys.delivery(webhook.id, later.event.id))).toMatchObject({ status: 'requested' });
  });
});

describe('a delivery from before there were shards', () => {
  it('its retry is attempted and recorded in its row', async () => {
    const { url, received } = await startReceiver();
    const webhook = await makeWorkspaceWithWebhook(url);
    const job = newDeliveryJob(webhook);
    await putUnsharded(job, { status: 'retrying', next_attempt_at: isoTime(Date.now()) });
    await deliver({ ...job, attemptNumber: 2 }, 1);
    expect(received).toHaveLength(1);
    expect(await findDelivery(webhook.id, job.event.id)).toMatchObject({ status: 'delivered', attempt_number: 2 });
    expect(await findItem(keys.delivery(webhook.id, job.event.id))).toBeUndefined();
  });

  it('its job is not attempted again when SQS repeats it', async () => {
    const { url, received } = await startReceiver();
    const webhook = await makeWorkspaceWithWebhook(url);
    const job = newDeliveryJob(webhook);
    await putUnsharded(job, { status: 'delivered' });
    await deliver(job, 2);
    expect(received).toEqual([]);
  });

  it('it can be redelivered, and its last failure counts against the webhook', async () => {
    const { url } = await startReceiver(respondWith(410));
    const webhook = await makeWorkspaceWithWebhook(url);
    const job = newDeliveryJob(webhook);
    await putUnsharded(job, {});
    await redeliver(webhook.workspaceId, webhook.id, job.event.id);
    await deliver({ ...job, attemptNumber: 2, firstAttempt: 2 }, 1);
    expect(await findItem(keys.unshardedDelivery(webhook.id, job.event.id))).toMatchObject({
      status: 'failed',
      attempt_number: 2,
      attempts: [{ code: 410 }],
    });
  });
});
