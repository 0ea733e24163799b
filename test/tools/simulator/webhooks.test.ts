import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSigned, type Received, startReceiver } from './fixture/receiver.ts';
import { eventually, simulate, textMessage } from './fixture/simulator.ts';

const write = (text: string, from = '+4915550001111') => ({ channel: 'msgapp', from, text });

describe('a webhook', () => {
  it('is signed over bytes that are ASCII alone, with slashes escaped', async () => {
    const { control, receiver } = await simulate();
    await control('POST', '/inbound', write('Grüße 👍 https://example.com/a'));
    await eventually(() => expect(receiver.received).toHaveLength(1));
    const [received] = receiver.received as [Received];
    expect(isSigned(received)).toBe(true);
    expect(received.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'facebookexternalua',
    });
    expect(received.raw).toContain(String.raw`Gr\u00fc\u00dfe \ud83d\udc4d https:\/\/example.com\/a`);
    expect(receiver.messages()[0]).toMatchObject({ text: { body: 'Grüße 👍 https://example.com/a' } });
  });

  it('of a website is signed with the time of the attempt', async () => {
    const { control, receiver } = await simulate({ clock: { now: () => 1_790_000_000_999 } });
    const { json } = await control('POST', '/inbound', { channel: 'web', from: 'visitor-1', name: 'Ana', text: 'Hi' });
    await eventually(() => expect(receiver.received).toHaveLength(1));
    const [{ headers, raw, json: body }] = receiver.received as [Received];
    const signature = createHmac('sha256', 'local-web-secret').update(`1790000000.${raw}`).digest('hex');
    expect(headers['x-web-signature']).toBe(`t=1790000000,v1=${signature}`);
    expect(body).toEqual({
      id: json.message_id,
      account_id: 'local-website',
      from: 'visitor-1',
      name: 'Ana',
      text: 'Hi',
    });
  });

  it('of a website of its own has that one’s secret, and tells when it was written and what it answers', async () => {
    const { control, receiver } = await simulate();
    await control('POST', '/accounts', { channel: 'web', id: 'shop', secret: 'theirs' });
    const message = { channel: 'web', account_id: 'shop', from: 'visitor-1', reply_to: 'm1', timestamp: 1_790_000_000 };
    await control('POST', '/inbound', message);
    await eventually(() => expect(receiver.received).toHaveLength(1));
    const [{ headers, raw, json }] = receiver.received as [Received];
    const [, time, signature] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['x-web-signature'])) ?? [];
    expect(signature).toBe(createHmac('sha256', 'theirs').update(`${time}.${raw}`).digest('hex'));
    expect(json).toMatchObject({ account_id: 'shop', name: null, sent_at: '2026-09-21T14:13:20.000Z', reply_to: 'm1' });
  });

  it('comes again after anything but 200, with growing waits, and then is done', async () => {
    const receiver = await startReceiver({ statusFor: (count) => [500, 302, 204, 403][count] ?? 200 });
    const { control } = await simulate({}, receiver);
    await control('POST', '/inbound', write('Hi'));
    await eventually(async () => {
      const { json } = await control('GET', '/webhooks');
      expect(json.data[0]).toMatchObject({ channel: 'msgapp', pending: 0, delivered: 1, retried: 4, dropped: 0 });
    });
    expect(receiver.received).toHaveLength(5);
    expect(new Set(receiver.received.map(({ raw }) => raw)).size).toBe(1);
  });

  it('is given up after the last attempt', async () => {
    const receiver = await startReceiver({ statusFor: () => 500 });
    const { control } = await simulate({ retry: { firstDelayMs: 1, attemptsMax: 3 } }, receiver);
    await control('POST', '/inbound', write('Hi'));
    await eventually(async () => {
      const { json } = await control('GET', '/webhooks');
      expect(json.data[0]).toMatchObject({ pending: 0, dropped: 1, last_failure: 'it answered 500' });
    });
    expect(receiver.received).toHaveLength(3);
  });

  it('is tried again when nobody answers', async () => {
    const { control } = await simulate({
      webhooks: { msgapp: { url: 'http://127.0.0.1:1/hook' } },
      retry: { firstDelayMs: 1, attemptsMax: 2 },
    });
    await control('POST', '/inbound', write('Hi'));
    await eventually(async () => {
      const { json } = await control('GET', '/webhooks');
      expect(json.data[0]).toMatchObject({ dropped: 1, last_failure: expect.stringContaining('ECONNREFUSED') });
    });
  });
});

describe('webhooks that are switched', () => {
  it('to duplicates come as often as asked for, byte for byte', async () => {
    const { control, receiver } = await simulate();
    await control('POST', '/switches', { duplicate: 2 });
    await control('POST', '/inbound', write('Hi'));
    await eventually(() => expect(receiver.received).toHaveLength(3));
    expect(new Set(receiver.received.map(({ raw }) => raw)).size).toBe(1);
  });

  it('to another order come in swapped pairs: delivered before sent', async () => {
    const { send, control, receiver } = await simulate();
    await control('POST', '/switches', { reorder: true });
    await send(textMessage());
    await eventually(() => expect(receiver.statusNames()).toEqual(['delivered', 'sent']));
    for (const text of ['one', 'two']) await control('POST', '/inbound', write(text));
    await eventually(() => expect(receiver.messages()).toHaveLength(2));
    expect(receiver.messages().map(({ text }) => text)).toEqual([{ body: 'two' }, { body: 'one' }]);
  });

  it('to another order come all the same when nothing follows', async () => {
    const { control, receiver } = await simulate();
    await control('POST', '/switches', { reorder: true });
    await control('POST', '/inbound', write('alone'));
    await eventually(() => expect(receiver.messages()).toHaveLength(1));
  });

  it('to batches carry several updates each: all statuses together, each message in its own change', async () => {
    const { send, control, receiver } = await simulate();
    await control('POST', '/switches', { batch: 4, receipts: ['sent'] });
    for (const to of ['+4915550001111', '+4915550001112']) await send(textMessage(to));
    for (const text of ['one', 'two']) await control('POST', '/inbound', write(text));
    await eventually(() => expect(receiver.statuses().length + receiver.messages().length).toBe(4));
    expect(receiver.received.length).toBeLessThan(4);
    expect(receiver.received.every((one) => isSigned(one))).toBe(true);
    const changes = receiver.received.flatMap(({ json }) => json.entry?.[0]?.changes ?? []);
    expect(changes.every(({ value }) => (value.messages?.length ?? 1) === 1)).toBe(true);
  });

  it('to a delay wait so long', async () => {
    const { control, receiver } = await simulate();
    await control('POST', '/switches', { delay_ms: 600_000 });
    await control('POST', '/inbound', write('late'));
    await control('POST', '/switches', { delay_ms: 0 });
    await control('POST', '/inbound', write('now'));
    await eventually(() => expect(receiver.messages()).toMatchObject([{ text: { body: 'now' } }]));
  });

  it('for one account leave the others alone', async () => {
    const { control, receiver } = await simulate();
    await control('POST', '/accounts', { channel: 'msgapp', id: '7' });
    await control('POST', '/switches', { account_id: '7', duplicate: 1 });
    await control('POST', '/inbound', { ...write('theirs'), account_id: '7' });
    await control('POST', '/inbound', write('mine'));
    await eventually(() => expect(receiver.messages()).toHaveLength(3));
    const texts = receiver.messages().map(({ text }) => Object(text).body);
    expect(texts.sort()).toEqual(['mine', 'theirs', 'theirs']);
  });
});

describe('a receiver', () => {
  it('is set after it has passed the handshake', async () => {
    const receiver = await startReceiver({ verifyToken: 'my-token' });
    const { control } = await simulate({ webhooks: {} });
    const webhook = { channel: 'msgapp', url: receiver.url, app_secret: 'mine' };
    expect((await control('POST', '/inbound', write('Hi'))).json.error.code).toBe('no_webhook');
    expect((await control('POST', '/webhooks', webhook)).json.error).toEqual({
      code: 'webhook_refused',
      message: `${receiver.url} did not pass the handshake of msgapp: it answered 403.`,
    });
    expect((await control('GET', '/webhooks')).json.data[0]).toMatchObject({ url: null });
    expect((await control('POST', '/webhooks', { ...webhook, verify_token: 'my-token' })).status).toBe(200);
    await control('POST', '/inbound', write('Hi'));
    await eventually(() => expect(receiver.received).toHaveLength(1));
    expect(receiver.received.every((one) => isSigned(one, 'mine'))).toBe(true);
  });

  it('that nobody runs is refused', async () => {
    const { control } = await simulate({ webhooks: {} });
    const { status, json } = await control('POST', '/webhooks', { channel: 'social', url: 'http://127.0.0.1:1/' });
    expect([status, json.error.message]).toEqual([422, expect.stringContaining('it did not answer')]);
  });
});
