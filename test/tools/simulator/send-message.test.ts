import { describe, expect, it } from 'vitest';
import { msgapp, simulate, social, templateMessage, textMessage } from './fixture/simulator.ts';

describe('an accepted message', () => {
  it('is answered with the recipient and a message id', async () => {
    const { send } = await simulate();
    const { status, json } = await send(textMessage('+4915550001111'));
    expect(status).toBe(200);
    expect(json).toEqual({
      messaging_product: 'whatsapp',
      contacts: [{ input: '+4915550001111', wa_id: '4915550001111' }],
      messages: [{ id: expect.stringMatching(/^wamid\./) }],
    });
  });

  it('has an id with the customer and a random part inside, in the bytes of real ones', async () => {
    const { send } = await simulate();
    const { json } = await send(textMessage('+4915550001111'));
    const bytes = Buffer.from(json.messages[0].id.slice('wamid.'.length), 'base64');
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0x1c, 0x18, 13]));
    expect(bytes.subarray(3, 16).toString()).toBe('4915550001111');
    expect(bytes.subarray(16, 22)).toEqual(Buffer.from([0x15, 0x02, 0x00, 0x11, 0x18, 18]));
    expect(bytes.subarray(22, 40).toString()).toMatch(/^[0-9A-F]{18}$/);
    expect(bytes.subarray(40)).toEqual(Buffer.from([0x00]));
  });

  it('says that a template is accepted', async () => {
    const { send } = await simulate();
    const { json } = await send(templateMessage('hello_world'));
    expect(json.messages[0]).toMatchObject({ message_status: 'accepted' });
  });

  it.each([
    ['+55 11 91234-5678', '551112345678'],
    ['+52 55 1234 5678', '5215512345678'],
    ['+521 55 1234 5678', '5215512345678'],
    ['+54 11 1234 5678', '5491112345678'],
    ['+54 9 11 1234 5678', '5491112345678'],
    ['1 (555) 000-1111', '15550001111'],
  ])('knows %s as %s', async (to, waId) => {
    const { send } = await simulate();
    expect((await send(textMessage(to))).json.contacts).toEqual([{ input: to, wa_id: waId }]);
  });

  it('may be for a business-scoped id, and then names no phone number', async () => {
    const { send } = await simulate();
    const { to: _, ...body } = textMessage();
    const { json } = await send({ ...body, recipient: 'DE.1349120000000001' });
    expect(json.contacts).toEqual([{ input: 'DE.1349120000000001', user_id: 'DE.1349120000000001' }]);
  });

  it.each([
    ['image', { link: 'https://cdn.example.com/p.jpg', caption: 'Your photo' }],
    ['image', { id: '1037540000000001' }],
    ['video', { id: '1037540000000002', caption: 'clip' }],
    ['document', { link: 'https://cdn.example.com/i.pdf', filename: 'i.pdf', caption: 'Invoice' }],
    ['audio', { link: 'https://cdn.example.com/a.ogg', voice: true }],
    ['sticker', { link: 'https://cdn.example.com/s.webp' }],
    ['location', { latitude: 52.52, longitude: '13.405', name: 'Depot' }],
    ['contacts', [{ name: { formatted_name: 'Bo Lee' } }]],
    ['reaction', { message_id: 'wamid.HBgNT1VU', emoji: '' }],
    ['interactive', { type: 'button', body: { text: 'Yes?' }, action: { buttons: [] } }],
  ])('may be of the type %s: %o', async (type, content) => {
    const { send } = await simulate();
    const { to } = textMessage();
    expect((await send({ messaging_product: 'whatsapp', to, type, [type]: content })).status).toBe(200);
  });

  it('may leave out its type, and quote a message or none', async () => {
    const { send } = await simulate();
    const { type: _, ...body } = textMessage();
    expect((await send({ ...body, context: { message_id: 'wamid.HBgNT1VU' } })).status).toBe(200);
    expect((await send({ ...body, context: null })).status).toBe(200);
  });

  it('can come with the token in the address', async () => {
    const { channel } = await simulate();
    const path = `/v25.0/${msgapp.id}/messages?access_token=${msgapp.accessToken}`;
    expect((await channel('POST', path, textMessage(), null)).status).toBe(200);
  });
});

describe('the list of sent messages', () => {
  it('holds the bodies as they came, in order of acceptance, and nothing that was refused', async () => {
    const { send, control } = await simulate();
    const bodies = ['one', 'two', 'three'].map((text) => textMessage('+4915550001111', text));
    for (const body of bodies) await send(body);
    await send({ ...textMessage(), text: { body: '' } });
    expect((await control('GET', '/sent')).json).toEqual({ data: bodies });
  });

  it('has the messages’ ids beside the bodies when they are asked for', async () => {
    const { send, control } = await simulate();
    const ids = [];
    for (const text of ['one', 'two']) ids.push((await send(textMessage(undefined, text))).json.messages[0].id);
    expect((await control('GET', '/sent?ids=true')).json.ids).toEqual(ids);
  });

  it('can be chosen from by recipient, channel and account, and cleared', async () => {
    const { send, channel, control } = await simulate();
    await send(textMessage('+4915550001111'));
    await send(textMessage('+5255 1234 5678'));
    const body = { recipient: { id: '1234567890123456' }, message: { text: 'Hi' } };
    await channel('POST', `/v25.0/${social.id}/messages`, body, social.accessToken);
    const count = async (query: string) => (await control('GET', `/sent?${query}`)).json.data.length;
    expect(await count('')).toBe(3);
    expect(await count('to=%2B525512345678')).toBe(1);
    expect(await count('channel=msgapp')).toBe(2);
    expect(await count(`account_id=${social.id}`)).toBe(1);
    await control('DELETE', '/sent?to=4915550001111');
    expect(await count('')).toBe(2);
    await control('DELETE', '/sent');
    expect(await count('')).toBe(0);
  });
});

describe('a read mark', () => {
  it('is no message', async () => {
    const { send, control } = await simulate();
    const mark = { messaging_product: 'whatsapp', status: 'read', message_id: 'wamid.HBgNQUJD' };
    expect(await send({ ...mark, typing_indicator: { type: 'text' } })).toEqual({
      status: 200,
      json: { success: true },
    });
    expect((await send({ ...mark, message_id: undefined })).json.error.code).toBe(131008);
    expect((await control('GET', '/sent')).json.data).toEqual([]);
  });
});
