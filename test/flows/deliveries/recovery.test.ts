import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { deliver } from '../../../functions/domain/deliveries/deliver.ts';
import { getDelivery, getLoggedDelivery } from '../../../functions/domain/deliveries/delivery-log.ts';
import { getWebhookHealth } from '../../../functions/domain/deliveries/health.ts';
import { countRecoverable, recoverStep } from '../../../functions/domain/deliveries/recover.ts';
import type { ListedDelivery, Recovery } from '../../../functions/model/deliveries/delivery-log.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { findDelivery } from '../../../functions/table/deliveries/deliveries.ts';
import { readLimits } from '../../../functions/table/dynamodb/query.ts';
import { type ApiResponse, call } from '../../support/client.ts';
import {
  makeWorkspaceWithWebhook,
  newDeliveryJob,
  storeDeliveries,
  storeDelivery,
  type TestWebhook,
} from '../../support/deliveries.ts';
import { type ReceivedRequest, respondWith, startReceiver } from '../../support/network/receiver.ts';
import { lowerLimits } from '../../support/table/read-rows.ts';
import { patchWebhook } from '../../support/webhooks.ts';

type ErrorBody = { error: { code: string; message: string } };
type RecoverAnswer = ApiResponse<{ data: Recovery; meta: { next_cursor: string | null } } & ErrorBody>;

let webhook: TestWebhook;
let received: ReceivedRequest[];

beforeEach(async () => {
  const receiver = await startReceiver();
  received = receiver.received;
  webhook = await makeWorkspaceWithWebhook(receiver.url);
});

type RedeliverAnswer = ApiResponse<{ data: ListedDelivery } & ErrorBody>;

const redeliver = (eventId: string, headers: Record<string, string> = {}): Promise<RedeliverAnswer> =>
  call('POST', `/webhooks/${webhook.id}/deliveries/${eventId}/redeliver`, { key: webhook.key, headers });

const recover = (body: object, headers: Record<string, string> = {}): Promise<RecoverAnswer> =>
  call('POST', `/webhooks/${webhook.id}/recover`, { key: webhook.key, body, headers });

const refusal = (text: string) => ({ status: 400, json: { error: { message: expect.stringContaining(text) } } });

const receivedIds = (): string[] => received.map(({ event }) => event.id).sort();

const hourAgo = (): string => isoTime(Date.now() - 60 * 60 * 1000);

describe('POST /webhooks/{id}/deliveries/{event_id}/redeliver', () => {
  it('the answer shows the event that is sent again as requested', async () => {
    const eventId = await storeDelivery(webhook, { status: 'delivered' });
    const data = { event_id: eventId, status: 'requested', attempt_count: 0, last_attempt: null };
    expect(await redeliver(eventId)).toMatchObject({ status: 202, json: { data } });
    await expect.poll(receivedIds).toEqual([eventId]);
  });

  it('a delivery between two attempts or of an inactive webhook is rejected', async () => {
    const waiting = { status: 'retrying' as const, nextAttemptAt: isoTime(Date.now() + 3_000) };
    const eventId = await storeDelivery(webhook, waiting);
    expect(await redeliver(eventId)).toMatchObject(refusal('in progress'));
    await patchWebhook(webhook.key, webhook.id, { is_active: false });
    expect(await redeliver(await storeDelivery(webhook))).toMatchObject(refusal('"is_active": true'));
  });
});

describe('POST /webhooks/{id}/recover', () => {
  it('a recovery sends exactly what failed, was skipped or got stuck since then', async () => {
    const overdue = { status: 'retrying' as const, nextAttemptAt: isoTime(Date.now() - 21 * 60 * 1000) };
    const waiting = { status: 'retrying' as const, nextAttemptAt: isoTime(Date.now() + 60_000) };
    const lost = [
      await storeDelivery(webhook),
      await storeDelivery(webhook, { status: 'skipped', attempts: [] }),
      await storeDelivery(webhook, overdue),
    ];
    await storeDelivery(webhook, waiting);
    await storeDelivery(webhook, { status: 'delivered' });
    await storeDelivery(webhook, { event: { name: 'tool_a.test' } });
    await storeDelivery(webhook, { atMs: Date.now() - 2 * 60 * 60 * 1000 });
    const answer = await recover({ since: hourAgo() });
    expect(answer).toMatchObject({ status: 202, json: { data: { requested: 3 }, meta: { next_cursor: null } } });
    await expect.poll(receivedIds).toEqual(lost.sort());
    await expect.poll(async () => (await recover({ since: hourAgo() })).json.data.requested).toBe(0);
  });

  it('one call reads a bounded number of rows; the cursor leads to the rest', async () => {
    lowerLimits(readLimits, { rowsPerCall: 2_000 }, { rowsPerCall: 40 });
    const { workspaceId, id } = webhook;
    const atMs = Date.now();
    const newest = await storeDelivery(webhook, { atMs: atMs + 1 });
    await storeDeliveries(webhook, 100, { atMs, status: 'delivered', shards: '7' });
    const oldest = await storeDeliveries(webhook, 3, { atMs: atMs - 5_000 });
    const first = await recoverStep(workspaceId, id, hourAgo(), undefined);
    expect(first).toEqual({ data: { requested: 1 }, next: expect.any(String) });
    let requested = 0;
    for (let { next } = first; next !== undefined; ) {
      const step = await recoverStep(workspaceId, id, hourAgo(), next);
      requested += step.data.requested;
      ({ next } = step);
    }
    expect(requested).toBe(3);
    await expect.poll(receivedIds).toEqual([newest, ...oldest].sort());
  });

  it('two recoveries at once request each event once', async () => {
    await storeDeliveries(webhook, 12);
    const answers = await Promise.all([recover({ since: hourAgo() }), recover({ since: hourAgo() })]);
    const requested = answers.reduce((sum, { json }) => sum + json.data.requested, 0);
    expect(requested).toBe(12);
  });

  it('an inactive webhook is rejected', async () => {
    await patchWebhook(webhook.key, webhook.id, { is_active: false });
    expect(await recover({ since: hourAgo() })).toMatchObject(refusal('Switch it on first'));
  });
});

describe('the count of what a recovery would send', () => {
  it('the count is exact to 1,000, and a minimum beyond', async () => {
    const { workspaceId, id } = webhook;
    await storeDeliveries(webhook, 1_000);
    await storeDelivery(webhook, { status: 'delivered' });
    await storeDelivery(webhook, { event: { name: 'tool_b.test' } });
    const count = () => countRecoverable(workspaceId, id, { since: hourAgo() });
    expect(await count()).toEqual({ count: 1_000, pending: 0, is_exact: true });
    await storeDelivery(webhook, { atMs: Date.now() - 60_000 });
    expect(await count()).toEqual({ count: 1_000, pending: 0, is_exact: false });
  });

  it('a count that would read too many rows is a minimum', async () => {
    const { workspaceId, id } = webhook;
    await storeDeliveries(webhook, 60, { status: 'delivered' });
    await storeDelivery(webhook);
    await storeDelivery(webhook, { atMs: Date.now() - 60_000 });
    const few = { pageSize: 10, rowsMax: 20 };
    const since = hourAgo();
    expect(await countRecoverable(workspaceId, id, { since }, few)).toMatchObject({ count: 1, is_exact: false });
    expect(await countRecoverable(workspaceId, id, { since })).toMatchObject({ count: 2, is_exact: true });
  });

  it('events before the end that are on their way count as pending', async () => {
    const { workspaceId, id } = webhook;
    const atMs = Date.now() - 60_000;
    const nextAttemptAt = isoTime(Date.now() + 60_000);
    await storeDelivery(webhook, { atMs });
    await storeDelivery(webhook, { atMs, status: 'retrying', nextAttemptAt });
    await storeDelivery(webhook, { status: 'retrying', nextAttemptAt });
    expect(await countRecoverable(workspaceId, id)).toEqual({ count: 1, pending: 2, is_exact: true });
    const until = isoTime(atMs + 1_000);
    expect(await countRecoverable(workspaceId, id, { until })).toEqual({ count: 1, pending: 1, is_exact: true });
  });
});

describe('a redelivery', () => {
  it('a redelivered event gets five new attempts', async () => {
    const receiver = await startReceiver((response, count, request) =>
      respondWith([410, 500][count - 1] ?? 204)(response, count, request),
    );
    webhook = await makeWorkspaceWithWebhook(receiver.url);
    const job = newDeliveryJob(webhook);
    await deliver(job, 1);
    await redeliver(job.event.id);
    const attempts = { earlier_attempts: [{ code: 410 }], attempts: [{ code: 500 }, { code: 204 }] };
    await expect
      .poll(() => findDelivery(webhook.id, job.event.id))
      .toMatchObject({ status: 'delivered', attempt_number: 3, ...attempts });
    expect(receiver.received).toHaveLength(3);
  });

  it('the last ten attempts of earlier turns stay, and one of them is the last response until there is another', async () => {
    const pending: ServerResponse[] = [];
    const { url } = await startReceiver((response) => pending.push(response));
    webhook = await makeWorkspaceWithWebhook(url);
    const { workspaceId, id } = webhook;
    const attempts = Array.from({ length: 12 }, () => ({ code: 503, answer: 'x'.repeat(1_024) }));
    const eventId = await storeDelivery(webhook, { attempts });
    await redeliver(eventId);
    await expect.poll(() => pending.length).toBe(1);
    expect(await getWebhookHealth(workspaceId, id)).toMatchObject({ last_attempt: { code: 503 } });
    pending[0]?.writeHead(204).end();
    await expect.poll(() => findDelivery(id, eventId)).toMatchObject({ status: 'delivered' });
    const { earlier_attempts, ...delivery } = await getLoggedDelivery(workspaceId, id, eventId);
    expect(earlier_attempts.map(({ answer }) => answer.length)).toEqual(Array(10).fill(100));
    expect(await getDelivery(workspaceId, id, eventId)).toEqual(delivery);
  });
});
