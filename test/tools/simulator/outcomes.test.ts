import { describe, expect, it } from 'vitest';
import { magicNumbers } from '../../../tools/simulator/magic-numbers.ts';
import { eventually, msgapp, simulate, templateMessage, textMessage } from './fixture/simulator.ts';

const customer = '+4915550001111';
const startMs = 1_790_000_000_000;

describe('magic number', () => {
  it.each(magicNumbers.filter(({ acceptsTemplates }) => acceptsTemplates))(
    'a template to $ending is delivered',
    async ({ ending }) => {
      const { send, receiver } = await simulate();
      expect((await send({ ...templateMessage('hello_world'), to: `+4930${ending}` })).status).toBe(200);
      await eventually(() => expect(receiver.statusNames()).toEqual(['sent', 'delivered']));
    },
  );
});

it('GET /magic-numbers lists the nine numbers 5550001 to 5550009', async () => {
  const { control } = await simulate();
  expect((await control('GET', '/magic-numbers')).json.data).toEqual(magicNumbers);
  expect(magicNumbers.map(({ ending }) => ending)).toEqual(
    Array.from({ length: 9 }, (_, index) => `555000${index + 1}`),
  );
});

describe('fail_next', () => {
  it('a forced refusal has the Retry-After that was asked for', async () => {
    const { url, control } = await simulate();
    await control('POST', '/switches', { fail_next: { count: 1, code: 130429, retry_after: 42 } });
    const send = () =>
      fetch(`${url}/v25.0/${msgapp.id}/messages`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${msgapp.accessToken}` },
        body: JSON.stringify(textMessage()),
      });
    const responses = [await send(), await send()];
    expect(responses.map(({ headers }) => headers.get('retry-after'))).toEqual(['42', null]);
  });

  it('an asynchronous failure of one account is reported in a receipt', async () => {
    const { send, channel, control, receiver } = await simulate();
    const other = await control('POST', '/accounts', { channel: 'msgapp', id: '7', access_token: 'other' });
    expect(other.status).toBe(201);
    await control('POST', '/switches', { account_id: '7', fail_next: { count: 1, code: 131049, async: true } });
    await send(textMessage(customer));
    await channel('POST', '/v25.0/7/messages', textMessage('+4915550002222'), 'other');
    await eventually(() => expect(receiver.statusNames()).toContain('delivered'));
    const failed = receiver.statuses().filter(({ status }) => status === 'failed');
    expect(failed).toMatchObject([{ recipient_id: '4915550002222', errors: [{ code: 131049 }] }]);
  });
});

it('the window opens when the customer writes and closes a day later', async () => {
  let nowMs = startMs;
  const { send, control } = await simulate({ clock: { now: () => nowMs } });
  await control('POST', '/switches', { window_refusal: 'sync' });
  await control('POST', '/window', { customer, open: false });
  expect((await send(textMessage(customer))).json.error.code).toBe(131047);
  await control('POST', '/inbound', { channel: 'msgapp', from: customer });
  expect((await send(textMessage(customer))).status).toBe(200);
  nowMs += 24 * 60 * 60 * 1000 - 1;
  expect((await send(textMessage(customer))).status).toBe(200);
  nowMs += 1;
  expect((await send(textMessage(customer))).json.error.code).toBe(131047);
});
