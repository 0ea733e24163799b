import { describe, expect, it } from 'vitest';
import { msgapp, simulate, textMessage } from './fixture/simulator.ts';

const ana = '4915550001111';
const phone = `/phone?account_id=${msgapp.id}&customer=%2B${ana}`;
const customers = `/customers?account_id=${msgapp.id}`;

describe("a customer's phone", () => {
  it('the phone shows only messages of the account and the customer, with the code of a failed receipt', async () => {
    const { control, send } = await simulate({ switches: { receipts: [] } });
    const { json } = await send(textMessage(`+${ana}`));
    await send(textMessage('+4915550002222'));
    const [{ id }] = json.messages;
    const receipt = { message_id: id, status: 'failed', error_code: 131047 };
    expect((await control('POST', '/status', { ...receipt, account_id: '5' })).status).toBe(404);
    expect((await control('GET', `/sent/${encodeURIComponent(id)}?account_id=5`)).status).toBe(404);
    expect((await control('POST', '/status', { ...receipt, account_id: msgapp.id })).status).toBe(200);
    expect((await control('GET', phone)).json.data).toMatchObject([{ id, status: 'failed', error_code: 131047 }]);
    expect((await control('GET', `/sent/${encodeURIComponent(id)}?account_id=${msgapp.id}`)).json).toMatchObject({
      data: { id, from: 'business' },
    });
  });

  it('customers are listed with name and window, those who were only written to as well', async () => {
    const { control, send } = await simulate({ clock: { now: () => Date.UTC(2026, 0, 1) } });
    await control('POST', '/inbound', { channel: 'msgapp', from: ana, name: 'Ana', timestamp: 1_700_000_000 });
    await send(textMessage('+4915550002222'));
    expect((await control('GET', customers)).json.data).toEqual([
      {
        id: '4915550002222',
        name: null,
        username: null,
        window_ends_at: null,
        last_message_at: '2026-01-01T00:00:00.000Z',
      },
      {
        id: ana,
        name: 'Ana',
        username: null,
        window_ends_at: '2026-01-02T00:00:00.000Z',
        last_message_at: '2023-11-14T22:13:20.000Z',
      },
    ]);
    await control('POST', '/window', { customer: ana, open: false });
    const { json } = await control('GET', customers);
    expect(json.data[1]).toMatchObject({ id: ana, window_ends_at: '1970-01-01T00:00:00.000Z' });
  });
});

it('a channel that is down, an expired token and a slow channel affect one account until they are switched off', async () => {
  const { control, send } = await simulate();
  const set = (change: object) => control('POST', '/switches', { account_id: msgapp.id, ...change });
  await set({ outage: 'down' });
  expect(await send(textMessage())).toMatchObject({ status: 503, json: { error: { code: 2 } } });
  await set({ outage: 'token_expired' });
  expect(await send(textMessage())).toMatchObject({ status: 401, json: { error: { code: 190 } } });
  await set({ outage: null, response_delay_ms: 60 });
  const startedMs = performance.now();
  expect(await send(textMessage())).toMatchObject({ status: 200 });
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(55);
});

it('the built-in receiver keeps the newest 100 webhooks of a name with their headers', async () => {
  const { control, url } = await simulate();
  for (let count = 1; count <= 101; count += 1) {
    await fetch(`${url}/receiver/shop`, {
      method: 'POST',
      headers: { 'X-Service-Event': 'message.received', 'webhook-id': `${count}` },
      body: JSON.stringify({ count }),
    });
  }
  const { data } = (await control('GET', '/receiver/shop')).json;
  expect(data).toHaveLength(100);
  expect(data[0]).toMatchObject({
    body: '{"count":101}',
    headers: { 'x-service-event': 'message.received', 'webhook-id': '101' },
  });
  expect((await control('GET', '/receiver/other')).json.data).toEqual([]);
});
