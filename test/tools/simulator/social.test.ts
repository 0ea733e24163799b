import { describe, expect, it } from 'vitest';
import { isSigned } from './fixture/receiver.ts';
import { eventually, msgapp, simulate, social } from './fixture/simulator.ts';

const person = '1234567890123456';
const path = `/v25.0/${social.id}/messages`;

describe('a message to a customer of the social network', () => {
  it('is accepted with its own kind of answer', async () => {
    const { channel, control } = await simulate();
    const body = { recipient: { id: person }, message: { text: 'Hi' } };
    const { json } = await channel('POST', path, body, social.accessToken);
    expect(json).toEqual({ recipient_id: person, message_id: expect.stringMatching(/^[\w-]{100,}$/) });
    expect((await control('GET', '/sent?channel=social')).json.data).toEqual([body]);
  });

  it('is refused without recipient or message, outside the window, and with the other channel’s token', async () => {
    const { channel, control } = await simulate();
    const send = (body: unknown, token: string = social.accessToken) => channel('POST', path, body, token);
    const message = { text: 'Hi' };
    expect((await send({ message })).json.error.code).toBe(100);
    expect((await send({ recipient: { id: person } })).json.error.code).toBe(100);
    expect((await send({ recipient: { id: person }, message: { text: 'x'.repeat(1001) } })).json.error.code).toBe(100);
    expect((await send({ recipient: { id: person }, message }, msgapp.accessToken)).json.error.code).toBe(100);
    await control('POST', '/window', { channel: 'social', customer: person, open: false });
    expect((await send({ recipient: { id: person }, message })).json.error).toMatchObject({
      code: 10,
      error_subcode: 2534022,
    });
  });
});

describe('a customer of the social network', () => {
  it('writes in signed webhooks that carry ids alone', async () => {
    const now = 1_790_000_000_987;
    const { control, receiver } = await simulate({ clock: { now: () => now } });
    const inbound = { channel: 'social', from: person, name: 'Ana', username: 'ana.example', text: 'In stock?' };
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
              sender: { id: person },
              recipient: { id: social.id },
              timestamp: now,
              message: { mid: json.message_id, text: 'In stock?' },
            },
          ],
        },
      ],
    });
  });

  it.each([
    ['text', { reply_to: 'm0' }, { message: { text: 'Hello', reply_to: { mid: 'm0' } } }],
    ['image', {}, { message: { attachments: [{ type: 'image', payload: { url: expect.any(String) } }] } }],
    [
      'ig_story',
      { content: { story_media_id: '1' } },
      { message: { attachments: [{ payload: { story_media_id: '1' } }] } },
    ],
    ['quick_reply', { text: 'Red' }, { message: { text: 'Red', quick_reply: { payload: 'RED' } } }],
    ['postback', { text: 'Get started' }, { postback: { title: 'Get started', payload: 'GET STARTED' } }],
    ['reaction', { reply_to: 'm1' }, { reaction: { mid: 'm1', action: 'react', emoji: '❤️' } }],
    ['read', { reply_to: 'm1' }, { read: { mid: 'm1' } }],
    ['edit', { reply_to: 'm1', text: 'now' }, { message_edit: { mid: 'm1', text: 'now' } }],
    ['deleted', { reply_to: 'm1' }, { message: { mid: 'm1', is_deleted: true } }],
    ['unsupported', {}, { message: { is_unsupported: true } }],
    ['echo', {}, { sender: { id: social.id }, recipient: { id: person }, message: { is_echo: true } }],
  ])('can do this: %s', async (type, other, expected) => {
    const { control, receiver } = await simulate();
    expect((await control('POST', '/inbound', { channel: 'social', from: person, type, ...other })).status).toBe(200);
    await eventually(() => expect(receiver.received).toHaveLength(1));
    expect(receiver.received[0]?.json.entry?.[0]?.messaging?.[0]).toMatchObject(expected);
  });

  it('sends files whose links need no token', async () => {
    const { control, receiver } = await simulate();
    const data = Buffer.from('a picture').toString('base64');
    await control('POST', '/inbound', { channel: 'social', from: person, type: 'image', media: { data } });
    await eventually(() => expect(receiver.received).toHaveLength(1));
    const [link] = /http:[^"]+/.exec(receiver.received[0]?.raw.replaceAll('\\/', '/') ?? '') ?? [];
    expect(await (await fetch(String(link))).text()).toBe('a picture');
  });

  it('has a profile once they have written, unless the network hides it', async () => {
    const { channel, control } = await simulate();
    const profile = (id: string, query = '') => channel('GET', `/v25.0/${id}${query}`, undefined, social.accessToken);
    const write = (from: string, other: object) => control('POST', '/inbound', { channel: 'social', from, ...other });
    expect((await profile(person)).json.error.code).toBe(230);
    await write(person, { name: 'Ana', username: 'ana.example' });
    expect((await profile(person)).json).toEqual({ id: person, name: 'Ana', username: 'ana.example' });
    expect((await profile(person, '?fields=username,is_verified_user')).json).toEqual({
      id: person,
      username: 'ana.example',
      is_verified_user: false,
    });
    await write(person, { profile_pic: 'https://scontent.example/p.jpg' });
    expect((await profile(person, '?fields=name,profile_pic')).json).toEqual({
      id: person,
      name: 'Ana',
      profile_pic: 'https://scontent.example/p.jpg',
    });
    await write('222', { profile_error: 9010 });
    expect((await profile('222')).json.error).toMatchObject({ code: 9010, type: 'IGApiException' });
    await write('333', { type: 'echo' });
    expect((await profile('333')).json.error.code).toBe(230);
  });

  it('has read a message when that is reported, and there is no other receipt', async () => {
    const { channel, control, receiver } = await simulate();
    const body = { recipient: { id: person }, message: { text: 'Hi' } };
    const { message_id } = (await channel('POST', path, body, social.accessToken)).json;
    expect((await control('POST', '/status', { message_id, status: 'delivered' })).status).toBe(400);
    await control('POST', '/status', { message_id, status: 'read' });
    await eventually(() => expect(receiver.received).toHaveLength(1));
    expect(receiver.received[0]?.json.entry?.[0]?.messaging?.[0]).toMatchObject({ read: { mid: message_id } });
  });
});
