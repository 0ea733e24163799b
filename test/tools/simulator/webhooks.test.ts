import { describe, expect, it } from 'vitest';
import { isSigned, type Received, startReceiver } from './fixture/receiver.ts';
import { eventually, simulate, textMessage } from './fixture/simulator.ts';

const write = (text: string, from = '+4915550001111') => ({ channel: 'msgapp', from, text });

describe('webhook of a channel', () => {
  it('a hub webhook is signed over ASCII bytes with escaped slashes', async () => {
    const { control, receiver } = await simulate();
    await control('POST', '/inbound', write('Grüße 👍 https://example.com/a'));
    await eventually(() => expect(receiver.received).toHaveLength(1));
    const [received] = receiver.received as [Received];
    expect(isSigned(received)).toBe(true);
    expect(received.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'facebookexternalua' });
    expect(received.raw).toContain(String.raw`Gr\u00fc\u00dfe \ud83d\udc4d https:\/\/example.com\/a`);
    expect(receiver.messages()[0]).toMatchObject({ text: { body: 'Grüße 👍 https://example.com/a' } });
  });

  it('a webhook is retried unchanged after any status but 200', async () => {
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
});

describe('fault switch', () => {
  it('with reorder, webhooks of a customer come in swapped pairs', async () => {
    const { send, control, receiver } = await simulate();
    await control('POST', '/switches', { reorder: true });
    await send(textMessage());
    await eventually(() => expect(receiver.statusNames()).toEqual(['delivered', 'sent']));
    for (const text of ['one', 'two']) await control('POST', '/inbound', write(text));
    await eventually(() => expect(receiver.messages()).toHaveLength(2));
    expect(receiver.messages().map(({ text }) => text)).toEqual([{ body: 'two' }, { body: 'one' }]);
  });

  it('duplicate for one account repeats only its webhooks', async () => {
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

it('a receiver is set only after it has passed the handshake', async () => {
  const receiver = await startReceiver({ verifyToken: 'my-token' });
  const { control } = await simulate({ webhooks: {} });
  const webhook = { channel: 'msgapp', url: receiver.url, app_secret: 'mine' };
  expect((await control('POST', '/inbound', write('Hi'))).json.error.code).toBe('no_webhook');
  expect((await control('POST', '/webhooks', webhook)).json.error).toEqual({
    code: 'webhook_refused',
    message: `${receiver.url} failed the handshake of msgapp: it responded with 403.`,
  });
  expect((await control('GET', '/webhooks')).json.data[0]).toMatchObject({ url: null });
  expect((await control('POST', '/webhooks', { ...webhook, verify_token: 'my-token' })).status).toBe(200);
  await control('POST', '/inbound', write('Hi'));
  await eventually(() => expect(receiver.received).toHaveLength(1));
  expect(receiver.received.every((received) => isSigned(received, 'mine'))).toBe(true);
});
