import { beforeEach, describe, expect, it } from 'vitest';
import { listDeliveries } from '../../../functions/domain/deliveries/delivery-log.ts';
import type { DeliveryDetails, ListedDelivery } from '../../../functions/model/deliveries/delivery-log.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { readLimits } from '../../../functions/table/dynamodb/query.ts';
import { type ApiResponse, call, makeWorkspace } from '../../support/client.ts';
import { makeContact } from '../../support/contacts.ts';
import {
  makeWorkspaceWithWebhook,
  storeDeliveries,
  storeDelivery,
  type TestWebhook,
} from '../../support/deliveries.ts';
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
  const ids: string[] = [];
  let cursor: string | null = '';
  do {
    const { json }: ListAnswer = await list(`?${query}&cursor=${cursor}`);
    ids.push(...json.data.map(({ event_id }) => event_id));
    cursor = json.meta.next_cursor;
  } while (cursor !== null);
  return ids;
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
    const ids = await storeDeliveries(webhook, 40);
    expect(await listAllIds('limit=7')).toEqual(ids);
  });

  it('deliveries that all fall on one shard are shown once each, newest first, 50 to a page', async () => {
    const ids = await storeDeliveries(webhook, 60, { shards: '7' });
    expect(await listIds('')).toEqual(ids.slice(0, 50));
    expect(await listAllIds('limit=50')).toEqual(ids);
  });

  it('filters for status, event and time hold together, and on every page', async () => {
    const nowMs = Date.now();
    const received = { event: { name: 'message.received' as const } };
    const wanted = await storeDeliveries(webhook, 20, { atMs: nowMs - 1_000, ...received });
    await storeDeliveries(webhook, 20, { atMs: nowMs, ...received });
    await storeDeliveries(webhook, 20, { atMs: nowMs - 2_000, ...received });
    await storeDeliveries(webhook, 20, { atMs: nowMs - 1_000 });
    await storeDeliveries(webhook, 20, { atMs: nowMs - 1_000, status: 'delivered', ...received });
    const [since, until] = [isoTime(nowMs - 1_019), isoTime(nowMs - 999)];
    const query = `status=failed&event=message.received&since=${since}&until=${until}`;
    expect(await listAllIds(`${query}&limit=6`)).toEqual(wanted);
    expect(await listIds(`?since=${since}&until=${since}`)).toEqual([]);
    expect(await listIds(`?since=${until}&until=${since}`)).toEqual([]);
  });

  it('the first of a period belongs to it, the last does not', async () => {
    const atMs = Date.now() - 60_000;
    const id = await storeDelivery(webhook, { atMs });
    expect(await listIds(`?since=${isoTime(atMs)}&until=${isoTime(atMs + 1)}`)).toEqual([id]);
    expect(await listIds(`?since=${isoTime(atMs + 1)}`)).toEqual([]);
    expect(await listIds(`?until=${isoTime(atMs)}`)).toEqual([]);
  });

  it('a rare status is found behind many other rows, at the latest on the next page', async () => {
    lowerLimits(readLimits, { rowsPerCall: 2_000 }, { rowsPerCall: 100 });
    const atMs = Date.now();
    await storeDeliveries(webhook, 230, { atMs, status: 'delivered' });
    const rare = await storeDelivery(webhook, { atMs: atMs - 5_000 });
    const read = (after?: string) =>
      listDeliveries(webhook.workspaceId, webhook.id, { status: 'failed' }, { limit: 10, after });
    let page = await read();
    expect(page).toMatchObject({ items: [], next: expect.any(String) });
    while (page.items.length === 0 && page.next !== undefined) page = await read(page.next);
    expect(page).toMatchObject({ items: [{ event_id: rare }], next: undefined });
  });

  it('a cursor is valid for one webhook and one set of filters', async () => {
    const ids = await storeDeliveries(webhook, 3);
    const cursor = (await list('?limit=1')).json.meta.next_cursor;
    expect(await listIds(`?limit=1&cursor=${cursor}`)).toEqual([ids[1]]);
    expect(await listIds(`?limit=1&status=failed&cursor=${cursor}`)).toEqual([ids[0]]);
    const { id } = await makeWebhook(webhook.workspaceId, closedUrl);
    const others = await storeDeliveries({ ...webhook, id }, 2);
    const { json } = await list(`?limit=1&cursor=${cursor}`, { ...webhook, id });
    expect(json.data.map(({ event_id }) => event_id)).toEqual([others[0]]);
  });

  it.each([
    ['status=lost', '"status" must be one of delivered, retrying, failed, skipped, requested.'],
    ['event=contact.renamed', expect.stringContaining('"event" must be one of message.received,')],
    ['since=yesterday', '"since" must be a time, such as 2026-11-15T09:30:00Z.'],
    ['until=2026-11-15', '"until" must be a time, such as 2026-11-15T09:30:00Z.'],
  ])('the filter %s is rejected, with what it must be', async (query, message) => {
    expect(await list(`?${query}`)).toMatchObject({ status: 400, json: { error: { code: 'bad_request', message } } });
  });
});

describe('one delivery', () => {
  const get = (eventId: string, { key, id } = webhook): Promise<ApiResponse<{ data: DeliveryDetails } & ErrorBody>> =>
    call('GET', `/webhooks/${id}/deliveries/${eventId}`, { key });

  it('its payload is byte for byte what the receiver got, and it has every attempt with the start of its response', async () => {
    let isUp = false;
    const { url, received } = await startReceiver((response) =>
      isUp ? response.writeHead(204).end() : response.writeHead(503).end(`down ${'x'.repeat(2_000)}`),
    );
    webhook = await makeWorkspaceWithWebhook(url);
    await makeContact(webhook.key, { name: 'Zoë "🎉" <b>' });
    await expect.poll(() => received.length).toBeGreaterThan(0);
    const [first] = received;
    const eventId = String(first?.event.id);
    const readStatus = async () => (await get(eventId)).json.data?.status;
    await expect.poll(readStatus, { interval: 500 }).toBe('retrying');
    const { data: waiting } = (await get(eventId)).json;
    expect(Date.parse(waiting.next_attempt_at ?? '')).toBeGreaterThan(Date.parse(waiting.attempts[0]?.at ?? ''));
    isUp = true;
    await expect.poll(readStatus, { interval: 500 }).toBe('delivered');
    const { data } = (await get(eventId)).json;
    expect(JSON.stringify(data.payload)).toBe(first?.body);
    expect(data).toMatchObject({
      event_id: eventId,
      event: 'contact.created',
      attempt_count: received.length,
      last_attempt: { code: 204 },
      attempts: received.map((_, index) => ({ code: index < received.length - 1 ? 503 : 204 })),
      next_attempt_at: null,
    });
    expect(data.attempts[0]?.answer).toBe(`down ${'x'.repeat(1_019)}`);
  });

  it('an unknown event, and one of another webhook or workspace, is not found', async () => {
    const eventId = await storeDelivery(webhook);
    const { id } = await makeWebhook(webhook.workspaceId, closedUrl);
    const { key: strangerKey } = await makeWorkspace();
    expect(await get(eventId)).toMatchObject({ status: 200 });
    for (const answer of [
      await get(newId()),
      await get(eventId, { ...webhook, id }),
      await get(eventId, { ...webhook, key: strangerKey }),
    ])
      expect(answer).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } });
  });
});
