import { expect, it } from 'vitest';
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

it.each<[string, JsonFields, JsonFields]>([
  ['video', {}, { video: { mime_type: 'video/mp4' } }],
  ['audio', { text: 'ignored' }, { audio: { voice: true } }],
  ['document', { media: { filename: 'cv.pdf' } }, { document: { filename: 'cv.pdf' } }],
  ['contacts', { text: 'Bo Lee' }, { contacts: [{ name: { formatted_name: 'Bo Lee' } }] }],
  ['button', { text: 'Stop' }, { button: { payload: 'Stop', text: 'Stop' } }],
  ['order', {}, { order: { catalog_id: expect.any(String) } }],
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

it('an inbound message can have an earlier time and a repeated id', async () => {
  const caller = await simulate();
  const message = { message_id: 'wamid.mine', timestamp: 1_700_000_000 };
  expect(await write(caller, message)).toMatchObject({ id: 'wamid.mine', timestamp: '1700000000' });
  await caller.control('POST', '/inbound', { channel: 'msgapp', from, ...message });
  await eventually(() => expect(caller.receiver.messages().map(({ id }) => id)).toEqual(['wamid.mine', 'wamid.mine']));
});

it('a message with an unreachable link is accepted, then fails with 131053', async () => {
  const { send, receiver } = await simulate();
  const image = { link: 'https://cdn.invalid/gone.jpg' };
  expect((await send({ ...textMessage(), type: 'image', text: undefined, image })).status).toBe(200);
  await expect.poll(receiver.statuses).toMatchObject([{ status: 'failed', errors: [{ code: 131053 }] }]);
});
