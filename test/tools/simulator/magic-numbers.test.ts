import { describe, expect, it } from 'vitest';
import { magicNumbers } from '../../../tools/simulator/magic-numbers.ts';
import { eventually, msgapp, simulate, templateMessage, textMessage } from './fixture/simulator.ts';

const numbers = (outcome: string) =>
  magicNumbers.filter((one) => one.outcome === outcome).map((one) => ({ ...one, to: `+4930${one.ending}` }));

describe('a magic number', () => {
  it.each(numbers('refused'))('$to is refused with $http and $code', async ({ to, http, code }) => {
    const { send, control } = await simulate();
    const { status, json } = await send(textMessage(to));
    expect([status, json.error.code]).toEqual([http, code]);
    expect((await control('GET', '/sent')).json.data).toEqual([]);
  });

  it.each(numbers('fails_later'))('$to is accepted and then fails with $code alone', async ({ to, code }) => {
    const { send, receiver } = await simulate();
    expect((await send(textMessage(to))).status).toBe(200);
    await send(textMessage('+4915550001111'));
    await eventually(() => expect(receiver.statusNames()).toContain('delivered'));
    const mine = receiver.statuses().filter(({ recipient_id }) => `+${recipient_id}` === to);
    expect(mine).toMatchObject([{ status: 'failed', errors: [{ code }] }]);
  });

  it.each(magicNumbers.filter(({ acceptsTemplates }) => acceptsTemplates))(
    '$ending takes templates',
    async ({ ending }) => {
      const { send, receiver } = await simulate();
      expect((await send({ ...templateMessage('hello_world'), to: `+4930${ending}` })).status).toBe(200);
      await eventually(() => expect(receiver.statusNames()).toEqual(['sent', 'delivered']));
    },
  );

  it('5550005 recovers when that is switched on, each number for itself', async () => {
    const { send, control } = await simulate();
    await control('POST', '/switches', { throttle_times: 2 });
    const statuses = [];
    for (const to of ['+49305550005', '+49305550005', '+49315550005', '+49305550005']) {
      statuses.push((await send(textMessage(to))).status);
    }
    expect(statuses).toEqual([400, 400, 400, 200]);
  });

  it('5550007 gets no answer, and is not accepted', async () => {
    const { url, control } = await simulate();
    const hanging = fetch(`${url}/v25.0/${msgapp.id}/messages`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${msgapp.accessToken}` },
      body: JSON.stringify(textMessage('+49305550007')),
      signal: AbortSignal.timeout(200),
    });
    await expect(hanging).rejects.toMatchObject({ name: 'TimeoutError' });
    expect((await control('GET', '/sent')).json.data).toEqual([]);
  });

  it('5550008 is accepted though the answer is lost, and its receipts come', async () => {
    const { send, control, receiver } = await simulate();
    const body = { ...textMessage('+49305550008'), biz_opaque_callback_data: 'tag' };
    await expect(send(body)).rejects.toThrow('fetch failed');
    expect((await control('GET', '/sent')).json.data).toEqual([body]);
    await eventually(() => expect(receiver.statusNames()).toEqual(['sent', 'delivered']));
    expect(receiver.statuses()[0]).toMatchObject({ biz_opaque_callback_data: 'tag' });
  });

  it('is in a table for documents', async () => {
    const { control } = await simulate();
    expect((await control('GET', '/magic-numbers')).json.data).toEqual(magicNumbers);
    expect(magicNumbers.map(({ ending }) => ending)).toEqual(
      Array.from({ length: 9 }, (_, place) => `555000${place + 1}`),
    );
  });
});

describe('failures that are ordered', () => {
  it('hit the next sends, with the status and code that were asked for', async () => {
    const { send, control } = await simulate();
    await control('POST', '/switches', { fail_next: { count: 2, http: 503, code: 2 } });
    const answers = [await send(textMessage()), await send(textMessage()), await send(textMessage())];
    expect(answers.map(({ status, json }) => [status, json.error?.code])).toEqual([
      [503, 2],
      [503, 2],
      [200, undefined],
    ]);
    expect((await control('GET', '/switches')).json.data).toMatchObject({ fail_next: null });
  });

  it('can be reported later, and hit one account alone', async () => {
    const { send, channel, control, receiver } = await simulate();
    const other = await control('POST', '/accounts', { channel: 'msgapp', id: '7', access_token: 'other' });
    expect(other.status).toBe(201);
    await control('POST', '/switches', { account_id: '7', fail_next: { count: 1, code: 131049, async: true } });
    await send(textMessage('+4915550001111'));
    await channel('POST', '/v25.0/7/messages', textMessage('+4915550002222'), 'other');
    await eventually(() => expect(receiver.statusNames()).toContain('delivered'));
    const failed = receiver.statuses().filter(({ status }) => status === 'failed');
    expect(failed).toMatchObject([{ recipient_id: '4915550002222', errors: [{ code: 131049 }] }]);
  });
});
