import { describe, expect, it } from 'vitest';
import { simulate, templateMessage, textMessage } from './fixture/simulator.ts';

describe('accepted message', () => {
  it('the response has the recipient and a message id', async () => {
    const { send } = await simulate();
    const { status, json } = await send(textMessage('+4915550001111'));
    expect(status).toBe(200);
    expect(json).toEqual({
      messaging_product: 'whatsapp',
      contacts: [{ input: '+4915550001111', wa_id: '4915550001111' }],
      messages: [{ id: expect.stringMatching(/^wamid\./) }],
    });
  });

  it('a message id has the byte format of real ones, with the customer and a random part', async () => {
    const { send } = await simulate();
    const { json } = await send(textMessage('+4915550001111'));
    const bytes = Buffer.from(json.messages[0].id.slice('wamid.'.length), 'base64');
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0x1c, 0x18, 13]));
    expect(bytes.subarray(3, 16).toString()).toBe('4915550001111');
    expect(bytes.subarray(16, 22)).toEqual(Buffer.from([0x15, 0x02, 0x00, 0x11, 0x18, 18]));
    expect(bytes.subarray(22, 40).toString()).toMatch(/^[0-9A-F]{18}$/);
    expect(bytes.subarray(40)).toEqual(Buffer.from([0x00]));
  });

  it('the response to a template has the status accepted', async () => {
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
  ])('the recipient %s has the wa_id %s', async (to, waId) => {
    const { send } = await simulate();
    expect((await send(textMessage(to))).json.contacts).toEqual([{ input: to, wa_id: waId }]);
  });

  it('the response to a business-scoped id has no phone number', async () => {
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
  ])('a message of type %s with %o is accepted', async (type, content) => {
    const { send } = await simulate();
    const { to } = textMessage();
    expect((await send({ messaging_product: 'whatsapp', to, type, [type]: content })).status).toBe(200);
  });

  it('a message without a type, with a quote or a null quote, is accepted', async () => {
    const { send } = await simulate();
    const { type: _, ...body } = textMessage();
    expect((await send({ ...body, context: { message_id: 'wamid.HBgNT1VU' } })).status).toBe(200);
    expect((await send({ ...body, context: null })).status).toBe(200);
  });
});

it('a read mark is accepted and not listed as sent', async () => {
  const { send, control } = await simulate();
  const mark = { messaging_product: 'whatsapp', status: 'read', message_id: 'wamid.HBgNQUJD' };
  expect(await send({ ...mark, typing_indicator: { type: 'text' } })).toEqual({
    status: 200,
    json: { success: true },
  });
  expect((await send({ ...mark, message_id: undefined })).json.error.code).toBe(131008);
  expect((await control('GET', '/sent')).json.data).toEqual([]);
});
