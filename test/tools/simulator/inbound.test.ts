import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { JsonFields, Receiver } from './fixture/receiver.ts';
import { type Caller, eventually, msgapp, simulate, textMessage } from './fixture/simulator.ts';

const from = '+4915550001111';

const write = async (
  { control, receiver }: Caller & { receiver: Receiver },
  fields: JsonFields,
): Promise<JsonFields> => {
  const { status, json } = await control('POST', '/inbound', { channel: 'msgapp', from, ...fields });
  expect([status, json.error]).toEqual([200, undefined]);
  await eventually(() => expect(receiver.messages()).toHaveLength(1));
  const [message = {}] = receiver.messages();
  expect(message['id']).toBe(json.message_id);
  return message;
};

it('an inbound webhook has the name, number and business-scoped id of the customer', async () => {
  const caller = await simulate({ clock: { now: () => 1_790_000_000_500 } });
  await write(caller, { name: 'Ana', text: 'Do you ship today?' });
  const userId = expect.stringMatching(/^DE\.\d{16}$/);
  expect(caller.receiver.received[0]?.json.entry?.[0]?.changes?.[0]?.value).toEqual({
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: msgapp.displayPhoneNumber, phone_number_id: msgapp.id },
    contacts: [{ profile: { name: 'Ana' }, wa_id: '4915550001111', user_id: userId }],
    messages: [
      {
        from: '4915550001111',
        from_user_id: userId,
        id: expect.stringMatching(/^wamid\./),
        timestamp: '1790000000',
        type: 'text',
        text: { body: 'Do you ship today?' },
      },
    ],
  });
});

it('an inbound message has the wa_id of the number', async () => {
  expect(await write(await simulate(), { from: '+52 55 1234 5678' })).toMatchObject({ from: '5215512345678' });
});

it.each<[string, JsonFields, JsonFields]>([
  [
    'text',
    { reply_to: 'wamid.x' },
    { text: { body: 'Hello' }, context: { from: msgapp.displayPhoneNumber, id: 'wamid.x' } },
  ],
  ['image', { text: 'front' }, { image: { mime_type: 'image/png', caption: 'front', sha256: expect.any(String) } }],
  ['video', {}, { video: { mime_type: 'video/mp4' } }],
  ['audio', { text: 'ignored' }, { audio: { voice: true } }],
  ['document', { media: { filename: 'cv.pdf' } }, { document: { filename: 'cv.pdf' } }],
  ['sticker', {}, { sticker: { animated: false } }],
  ['location', {}, { location: { latitude: 52.52, longitude: 13.405 } }],
  ['contacts', { text: 'Bo Lee' }, { contacts: [{ name: { formatted_name: 'Bo Lee' } }] }],
  [
    'interactive',
    { text: 'Yes' },
    { interactive: { type: 'button_reply', button_reply: { id: 'yes', title: 'Yes' } } },
  ],
  ['button', { text: 'Stop' }, { button: { payload: 'Stop', text: 'Stop' } }],
  ['reaction', { reply_to: 'wamid.x', text: '🎉' }, { reaction: { message_id: 'wamid.x', emoji: '🎉' } }],
  ['order', {}, { order: { catalog_id: expect.any(String) } }],
  ['system', {}, { system: { type: 'user_changed_number', wa_id: expect.any(String) } }],
  ['unsupported', {}, { unsupported: { type: 'poll' }, errors: [{ code: 131051 }] }],
  ['edit', { reply_to: 'wamid.x', text: 'new' }, { edit: { original_message_id: 'wamid.x' } }],
  ['revoke', { reply_to: 'wamid.x' }, { revoke: { original_message_id: 'wamid.x' } }],
])('an inbound %s with %o has the format of the channel', async (type, fields, expected) => {
  expect(await write(await simulate(), { type, ...fields })).toMatchObject({ type, ...expected });
});

it('content and wire replace the generated content and add fields', async () => {
  const list_reply = { id: 'slot_2', title: 'Tue 10:00' };
  const interactive = { type: 'list_reply', list_reply };
  const referral = { source_id: '1', source_type: 'ad' };
  expect(await write(await simulate(), { interactive, wire: { referral } })).toMatchObject({
    type: 'interactive',
    interactive,
    referral,
  });
  const content = { latitude: 1, longitude: 2 };
  expect(await write(await simulate(), { type: 'location', content })).toMatchObject({ location: content });
});

it('a customer who hides the number appears with a username', async () => {
  const caller = await simulate();
  const message = await write(caller, { name: 'Ana', username: 'ana', omit_from: true });
  expect(message).not.toHaveProperty('from');
  expect(message).toHaveProperty('from_user_id');
  const [contact] = caller.receiver.received[0]?.json.entry?.[0]?.changes?.[0]?.value.contacts ?? [];
  expect(contact).toMatchObject({ profile: { name: 'Ana', username: 'ana' } });
  expect(contact).not.toHaveProperty('wa_id');
});

it('an inbound file can be described and downloaded', async () => {
  const caller = await simulate();
  const data = Buffer.from('a document').toString('base64');
  const message = await write(caller, { type: 'document', media: { data, mime_type: 'text/plain' } });
  const { id, url } = Object(message['document']);
  const described = await caller.channel('GET', `/v25.0/${id}`);
  expect(described.json).toMatchObject({ mime_type: 'text/plain', file_size: 10 });
  for (const link of [described.json.url, url]) {
    const file = await fetch(link, { headers: { Authorization: `Bearer ${msgapp.accessToken}` } });
    expect(await file.text()).toBe('a document');
  }
});

it('an inbound message can have an earlier time and a repeated id', async () => {
  const caller = await simulate();
  const message = { message_id: 'wamid.mine', timestamp: 1_700_000_000 };
  expect(await write(caller, message)).toMatchObject({ id: 'wamid.mine', timestamp: '1700000000' });
  await caller.control('POST', '/inbound', { channel: 'msgapp', from, ...message });
  await eventually(() => expect(caller.receiver.messages().map(({ id }) => id)).toEqual(['wamid.mine', 'wamid.mine']));
});

it('an inbound message reaches the given account', async () => {
  const caller = await simulate();
  await caller.control('POST', '/accounts', { channel: 'msgapp', id: '7', waba_id: '8' });
  await write(caller, { account_id: '7' });
  const [entry] = caller.receiver.received[0]?.json.entry ?? [];
  expect([entry?.id, entry?.changes?.[0]?.value.metadata.phone_number_id]).toEqual(['8', '7']);
});

const Authorization = `Bearer ${msgapp.accessToken}`;

const upload = async (url: string, bytes: string, mimeType: string, fields: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ messaging_product: 'whatsapp', ...fields })) form.set(name, value);
  form.set('file', new Blob([bytes], { type: mimeType }), 'file.bin');
  const response = await fetch(`${url}/v25.0/${msgapp.id}/media`, {
    method: 'POST',
    headers: { Authorization },
    body: form,
  });
  return { status: response.status, json: (await response.json()) as { id: string; error?: { code: number } } };
};

describe('uploaded file', () => {
  it('an upload can be sent, described, downloaded with a token and deleted', async () => {
    const { url, channel, send } = await simulate();
    const { json } = await upload(url, 'picture', 'image/png');
    const message = { ...textMessage(), type: 'image', text: undefined, image: { id: json.id } };
    expect((await send(message)).status).toBe(200);
    const described = await channel('GET', `/v25.0/${json.id}`);
    expect(described.json).toEqual({
      messaging_product: 'whatsapp',
      url: expect.stringContaining(`${url}/_cdn/`),
      mime_type: 'image/png',
      sha256: createHash('sha256').update('picture').digest('hex'),
      file_size: 7,
      id: json.id,
    });
    const file = await fetch(described.json.url, { headers: { Authorization } });
    expect([file.headers.get('content-type'), await file.text()]).toEqual(['image/png', 'picture']);
    expect((await fetch(described.json.url)).status).toBe(401);
    expect((await channel('DELETE', `/v25.0/${json.id}`)).json).toEqual({ success: true });
    expect((await channel('GET', `/v25.0/${json.id}`)).json.error.code).toBe(100);
    expect((await fetch(described.json.url, { headers: { Authorization } })).status).toBe(404);
    expect((await send(message)).json.error.code).toBe(100);
  });

  it('the link to an upload expires after five minutes', async () => {
    let nowMs = 1_790_000_000_000;
    const { url, channel } = await simulate({ clock: { now: () => nowMs } });
    const { json } = await upload(url, 'x', 'image/png');
    const described = await channel('GET', `/v25.0/${json.id}`);
    nowMs += 299_000;
    expect((await fetch(described.json.url, { headers: { Authorization } })).status).toBe(200);
    nowMs += 1000;
    expect((await fetch(described.json.url, { headers: { Authorization } })).status).toBe(404);
  });
});

it('a message with an unreachable link is accepted, then fails with 131053', async () => {
  const { send, receiver } = await simulate();
  const image = { link: 'https://cdn.invalid/gone.jpg' };
  expect((await send({ ...textMessage(), type: 'image', text: undefined, image })).status).toBe(200);
  await expect.poll(receiver.statuses).toMatchObject([{ status: 'failed', errors: [{ code: 131053 }] }]);
});
