import { describe, expect, it } from 'vitest';
import { isSigned } from './fixture/receiver.ts';
import { eventually, msgapp, simulate, social } from './fixture/simulator.ts';

const customer = '1234567890123456';
const path = `/v25.0/${social.id}/messages`;

describe('message on social', () => {
  it('the response on social has the recipient and a long message id', async () => {
    const { channel, control } = await simulate();
    const body = { recipient: { id: customer }, message: { text: 'Hi' } };
    const { json } = await channel('POST', path, body, social.accessToken);
    expect(json).toEqual({ recipient_id: customer, message_id: expect.stringMatching(/^[\w-]{100,}$/) });
    expect((await control('GET', '/sent?channel=social')).json.data).toEqual([body]);
  });

  it('a message on social needs recipient, message, open window and a token of the account', async () => {
    const { channel, control } = await simulate();
    const send = (body: unknown, token: string = social.accessToken) => channel('POST', path, body, token);
    const message = { text: 'Hi' };
    expect((await send({ message })).json.error.code).toBe(100);
    expect((await send({ recipient: { id: customer } })).json.error.code).toBe(100);
    expect((await send({ recipient: { id: customer }, message: { text: 'x'.repeat(1001) } })).json.error.code).toBe(
      100,
    );
    expect((await send({ recipient: { id: customer }, message }, msgapp.accessToken)).json.error.code).toBe(100);
    await control('POST', '/window', { channel: 'social', customer: customer, open: false });
    expect((await send({ recipient: { id: customer }, message })).json.error).toMatchObject({
      code: 10,
      error_subcode: 2534022,
    });
  });
});

describe('a refusal on social', () => {
  const send = async (customerId: string, fields: object = {}, days = 0) => {
    let now = Date.now();
    const { channel, control } = await simulate({ clock: { now: () => now } });
    await control('POST', '/inbound', { channel: 'social', from: customerId });
    now += days * 24 * 60 * 60 * 1000;
    const body = { recipient: { id: customerId }, message: { text: 'Hi' }, ...fields };
    return (await channel('POST', path, body, social.accessToken)).json;
  };

  it.each([
    ['11115550001', 551],
    ['11115550004', 10],
    ['11115550005', 613],
    ['11115550009', 190],
  ])('the id %s is refused with code %i', async (id, code) => expect((await send(id)).error.code).toBe(code));

  it('after a day only a human agent can answer, until seven days have passed', async () => {
    const tag = { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' };
    expect((await send(customer, {}, 1.1)).error).toMatchObject({ code: 10, error_subcode: 2534022 });
    expect((await send(customer, tag, 6.9)).message_id).toEqual(expect.any(String));
    expect((await send(customer, tag, 7.1)).error).toMatchObject({ code: 10, error_subcode: 2534022 });
  });

  it.each([{}, { text: 'Hi', attachment: { type: 'image', payload: { url: 'https://e.com' } } }, { attachment: {} }])(
    'the message %j is refused',
    async (message) => expect((await send(customer, { message })).error.code).toBe(100),
  );
});

describe('customer on social', () => {
  it('an inbound webhook of social is signed and has only ids', async () => {
    const now = 1_790_000_000_987;
    const { control, receiver } = await simulate({ clock: { now: () => now } });
    const inbound = { channel: 'social', from: customer, name: 'Ana', username: 'ana.example', text: 'In stock?' };
    const { json } = await control('POST', '/inbound', inbound);
    await eventually(() => expect(receiver.received).toHaveLength(1));
    const [received] = receiver.received;
    expect(received && isSigned(received, 'local-social-app-secret')).toBe(true);
    expect(received?.json).toEqual({
      object: 'instagram',
      entry: [
        {
          id: social.id,
          time: now,
          messaging: [
            {
              sender: { id: customer },
              recipient: { id: social.id },
              timestamp: now,
              message: { mid: json.message_id, text: 'In stock?' },
            },
          ],
        },
      ],
    });
  });

  it('a link to a file on social needs no token', async () => {
    const { control, receiver } = await simulate();
    const data = Buffer.from('a picture').toString('base64');
    await control('POST', '/inbound', { channel: 'social', from: customer, type: 'image', media: { data } });
    await eventually(() => expect(receiver.received).toHaveLength(1));
    const [link] = /http:[^"]+/.exec(receiver.received[0]?.raw.replaceAll('\\/', '/') ?? '') ?? [];
    expect(await (await fetch(String(link))).text()).toBe('a picture');
  });

  it('an accepted message is echoed with its metadata, delivered and read', async () => {
    const { channel, control, receiver } = await simulate();
    const body = { recipient: { id: customer }, message: { text: 'Hi', metadata: 'ours' } };
    const { message_id: mid } = (await channel('POST', path, body, social.accessToken)).json;
    await eventually(() => expect(receiver.received).toHaveLength(2));
    expect((await control('POST', '/status', { message_id: mid, status: 'failed' })).status).toBe(400);
    await control('POST', '/status', { message_id: mid, status: 'read' });
    await eventually(() => expect(receiver.received).toHaveLength(3));
    expect(receiver.received.map(({ json }) => json.entry?.[0]?.messaging?.[0])).toMatchObject([
      { sender: { id: social.id }, message: { mid, text: 'Hi', metadata: 'ours', is_echo: true } },
      { sender: { id: customer }, delivery: { mids: [mid] } },
      { sender: { id: customer }, read: { mid } },
    ]);
  });
});
