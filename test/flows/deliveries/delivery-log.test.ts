import { beforeEach, describe, expect, it } from 'vitest';
import { deliver } from '../../../functions/domain/deliveries/deliver.ts';
import { listDeliveries } from '../../../functions/domain/deliveries/delivery-log.ts';
import type { DeliveryDetails, ListedDelivery } from '../../../functions/model/deliveries/delivery-log.ts';
import type { DeliveryJob } from '../../../functions/model/jobs/deliveries.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { readLimits } from '../../../functions/table/dynamodb/query.ts';
import { type ApiResponse, call, readPages } from '../../support/client.ts';
import {
  makeWorkspaceWithWebhook,
  newDeliveryJob,
  storeDeliveries,
  storeDelivery,
  type TestWebhook,
} from '../../support/deliveries.ts';
import { holdQueues, takeJobs } from '../../support/messages/held-messages.ts';
import { startReceiver } from '../../support/network/receiver.ts';
import { lowerLimits } from '../../support/table/read-rows.ts';
import { closedUrl, makeWebhook } from '../../support/webhooks.ts';

type ErrorBody = { error: { code: string; message: string } };
type ListAnswer = ApiResponse<{ data: ListedDelivery[]; meta: { next_cursor: string | null } } & ErrorBody>;

let webhook: TestWebhook;
beforeEach(async () => {
  webhook = await makeWorkspaceWithWebhook(closedUrl);
});

const list = (query = '', { key, id } = webhook): Promise<ListAnswer> =>
  call('GET', `/webhooks/${id}/deliveries${query}`, { key });

const listIds = async (query: string): Promise<string[]> =>
  (await list(query)).json.data.map(({ event_id }) => event_id);

const listAllIds = async (query: string): Promise<string[]> => {
  const path = `/webhooks/${webhook.id}/deliveries?${query}`;
  return (await readPages<ListedDelivery>(webhook.key, path)).flat().map(({ event_id }) => event_id);
};

describe('the deliveries of a webhook', () => {
  it('a delivery is listed with its last attempt, without payload and response', async () => {
    const atMs = Date.now();
    const attempts = [{ code: 503 }, { code: 'timeout', duration_ms: 5_000, answer: '' }];
    const id = await storeDelivery(webhook, { atMs, attempts });
    expect((await list()).json).toEqual({
      data: [
        {
          event_id: id,
          event: 'contact.created',
          occurred_at: isoTime(atMs),
          status: 'failed',
          attempt_count: 2,
          last_attempt: { at: isoTime(atMs), code: 'timeout', duration_ms: 5_000 },
          next_attempt_at: null,
        },
      ],
      meta: { next_cursor: null },
    });
  });

  it('pages show every delivery once, newest first', async () => {
    const ids = await storeDeliveries(webhook, 20);
    expect(await listAllIds('limit=7')).toEqual(ids);
  });

  it('deliveries that all fall on one shard are shown once each, newest first, 50 to a page', async () => {
    const ids = await storeDeliveries(webhook, 60, { shards: '7' });
    expect(await listIds('')).toEqual(ids.slice(0, 50));
    expect(await listAllIds('limit=50')).toEqual(ids);
  });

  it('filters for status, event and time hold together on every page', async () => {
    const nowMs = Date.now();
    const received = { event: { name: 'message.received' as const } };
    const wanted = await storeDeliveries(webhook, 8, { atMs: nowMs - 1_000, ...received });
    await storeDeliveries(webhook, 8, { atMs: nowMs, ...received });
    await storeDeliveries(webhook, 8, { atMs: nowMs - 2_000, ...received });
    await storeDeliveries(webhook, 8, { atMs: nowMs - 1_000 });
    await storeDeliveries(webhook, 8, { atMs: nowMs - 1_000, status: 'delivered', ...received });
    const [since, until] = [isoTime(nowMs - 1_007), isoTime(nowMs - 999)];
    const query = `status=failed&event=message.received&since=${since}&until=${until}`;
    expect(await listAllIds(`${query}&limit=3`)).toEqual(wanted);
    expect(await listIds(`?since=${since}&until=${since}`)).toEqual([]);
    expect(await listIds(`?since=${until}&until=${since}`)).toEqual([]);
  });

  it('a filter that it does not know is rejected, with what it must be', async () => {
    const time = 'must be a time, such as 2026-11-15T09:30:00Z.';
    const faults = {
      'status=lost': '"status" must be one of delivered, retrying, failed, skipped, requested.',
      'event=contact.renamed': expect.stringContaining('"event" must be one of message.received,'),
      'since=yesterday': `"since" ${time}`,
      'until=2026-11-15': `"until" ${time}`,
    };
    for (const [query, message] of Object.entries(faults))
      expect(await list(`?${query}`)).toMatchObject({ status: 400, json: { error: { code: 'bad_request', message } } });
  });

  it('the first of a period belongs to it, the last does not', async () => {
    const atMs = Date.now() - 60_000;
    const id = await storeDelivery(webhook, { atMs });
    expect(await listIds(`?since=${isoTime(atMs)}&until=${isoTime(atMs + 1)}`)).toEqual([id]);
    expect(await listIds(`?since=${isoTime(atMs + 1)}`)).toEqual([]);
    expect(await listIds(`?until=${isoTime(atMs)}`)).toEqual([]);
  });

  it('a rare status is found behind many other rows, at the latest on the next page', async () => {
    lowerLimits(readLimits, { rowsPerCall: 2_000 }, { rowsPerCall: 40 });
    const atMs = Date.now();
    await storeDeliveries(webhook, 90, { atMs, status: 'delivered' });
    const rare = await storeDelivery(webhook, { atMs: atMs - 5_000 });
    const read = (after?: string) =>
      listDeliveries(webhook.workspaceId, webhook.id, { status: 'failed' }, { limit: 10, after });
    let page = await read();
    expect(page).toMatchObject({ items: [], next: expect.any(String) });
    while (page.items.length === 0 && page.next !== undefined) page = await read(page.next);
    expect(page.items).toMatchObject([{ event_id: rare }]);
  });
});

describe('one delivery', () => {
  const get = (eventId: string, { key, id } = webhook): Promise<ApiResponse<{ data: DeliveryDetails } & ErrorBody>> =>
    call('GET', `/webhooks/${id}/deliveries/${eventId}`, { key });

  it('its payload is byte for byte what the receiver got, and it has every attempt with the start of its response', async () => {
    holdQueues();
    const { url, received } = await startReceiver((response, count) =>
      count > 1 ? response.writeHead(204).end() : response.writeHead(503).end(`down ${'x'.repeat(2_000)}`),
    );
    webhook = await makeWorkspaceWithWebhook(url);
    const job = newDeliveryJob(webhook);
    job.event.data = { ...job.event.data, name: 'Zoë "🎉" <b>' };
    await deliver(job, 1);
    const { data: waiting } = (await get(job.event.id)).json;
    expect(waiting.status).toBe('retrying');
    expect(Date.parse(waiting.next_attempt_at ?? '')).toBeGreaterThan(Date.parse(waiting.attempts[0]?.at ?? ''));
    await deliver(takeJobs()[0]?.body as DeliveryJob, 1);
    const { data } = (await get(job.event.id)).json;
    expect(JSON.stringify(data.payload)).toBe(received[0]?.body);
    expect(data).toMatchObject({
      event_id: job.event.id,
      event: 'contact.created',
      status: 'delivered',
      attempt_count: 2,
      last_attempt: { code: 204 },
      attempts: [{ code: 503 }, { code: 204 }],
      next_attempt_at: null,
    });
    expect(data.attempts[0]?.answer).toBe(`down ${'x'.repeat(1_019)}`);
  });

  it('an event that the webhook does not have is not found', async () => {
    const eventId = await storeDelivery(webhook);
    const { id } = await makeWebhook(webhook.workspaceId, closedUrl);
    expect(await get(eventId)).toMatchObject({ status: 200 });
    for (const answer of [await get(newId()), await get(eventId, { ...webhook, id })])
      expect(answer).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } });
  });
});
