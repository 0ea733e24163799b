import { describe, expect, it, vi } from 'vitest';
import { clock } from '../../../../../functions/platform/clock.ts';
import { ana, from, origin, readMessage } from './webhook.ts';

describe('the sender', () => {
  const text = { type: 'text', text: { body: 'Hi' } };
  const sender = (raw: object, contacts: unknown) => {
    const [item] = readMessage({ ...text, ...raw }, contacts);
    return item && 'from' in item ? item.from : undefined;
  };
  const bo = { profile: { name: 'Bo' }, wa_id: '4915550002222', user_id: 'DE.2' };

  const nameless = { profile: { username: 'ana.example' }, user_id: 'DE.1349120000000001' };
  const anonymous = { phone: null, channelUserId: 'DE.1349120000000001' };
  const [noNumber, noId] = [{ from: undefined }, { from_user_id: undefined }];

  it.each<[string, object, unknown, object]>([
    ['the name of the contact with its id, in any position', {}, [bo, ana], from],
    ['the name of the contact with its number, in any position', noId, [bo, ana], from],
    ['no name without a matching contact', {}, [bo], { ...from, name: null }],
    ['no name without contacts', {}, null, { ...from, name: null }],
    ['the user id and the username without a number', noNumber, [bo, nameless], { ...anonymous, name: 'ana.example' }],
    ['the user id alone', noNumber, [], { ...anonymous, name: null }],
    ['nothing at all', { ...noNumber, ...noId }, [ana], { phone: null, channelUserId: null, name: null }],
    ['the number of the contact if the message lacks it', noNumber, [ana], from],
    ['a number that is a JSON number', { from: 4915550001111 }, [ana], from],
    ['a number with a plus', { from: '+4915550001111' }, [ana], from],
  ])('the sender has %s', (_, raw, contacts, expected) => expect(sender(raw, contacts)).toEqual(expected));

  it.each(['', 'abc', '12', '1234567890123456', '49 155', {}, true])(
    'the number %j is invalid and read as none',
    (number) => {
      expect(sender({ from: number, from_user_id: 'DE.9' }, [])).toMatchObject({ phone: null, channelUserId: 'DE.9' });
    },
  );
});

describe('the time', () => {
  const text = { type: 'text', text: { body: 'Hi' } };

  it.each([
    ['1790000000', '2026-09-21T14:13:20.000Z'],
    [1790000000, '2026-09-21T14:13:20.000Z'],
    [1790000000987, '2026-09-21T14:13:20.987Z'],
  ])('the timestamp %j is read as %s', (timestamp, sentAt) => {
    expect(readMessage({ ...text, timestamp })).toMatchObject([{ sentAt }]);
  });

  it.each([undefined, null, '', 'soon', '-5', '0', '1e9', {}, '9999999999999999', 1.5])(
    'the unreadable timestamp %j is read as now',
    (timestamp) => {
      vi.spyOn(clock, 'now').mockReturnValue(Date.UTC(2030, 0, 1));
      expect(readMessage({ ...text, timestamp })).toMatchObject([{ sentAt: '2030-01-01T00:00:00.000Z' }]);
    },
  );
});

describe('entries other than messages', () => {
  const at = '2026-09-21T14:13:20.000Z';

  it('revoke is read as a deletion', () => {
    const revoke = { type: 'revoke', revoke: { original_message_id: 'wamid.HBgNSU4=' } };
    expect(readMessage(revoke)).toEqual([{ kind: 'deleted', ...origin, channelMessageId: 'wamid.HBgNSU4=', at }]);
  });

  it('edit is read as a new text or caption', () => {
    const edit = (edited: object) => ({
      type: 'edit',
      edit: { original_message_id: 'wamid.HBgNSU4=', message: edited },
    });
    const edited = { kind: 'edited', ...origin, channelMessageId: 'wamid.HBgNSU4=', at };
    expect(readMessage(edit({ type: 'text', text: { body: 'Hi there' } }))).toEqual([{ ...edited, text: 'Hi there' }]);
    expect(readMessage(edit({ type: 'image', image: { caption: 'back' } }))).toEqual([{ ...edited, text: 'back' }]);
    expect(readMessage(edit({ type: 'edit' }))).toEqual([{ ...edited, text: null }]);
  });

  it('system is read as a new number or user id', () => {
    const changed = { kind: 'number_changed', ...origin, from: { ...from, name: null }, at };
    const number = { type: 'user_changed_number', wa_id: '4915550003333', body: 'User Ana changed' };
    expect(readMessage({ type: 'system', system: number }, null)).toEqual([
      { ...changed, to: { phone: '+4915550003333', channelUserId: null } },
    ]);
    const id = { type: 'user_changed_user_id', user_id: 'DE.7' };
    expect(readMessage({ type: 'system', system: id }, null)).toEqual([
      { ...changed, to: { phone: null, channelUserId: 'DE.7' } },
    ]);
  });

  it.each([
    { type: 'system', system: { type: 'customer_identity_changed' }, identity: { hash: 'x' } },
    { type: 'system' },
    { type: 'revoke' },
    { type: 'edit', edit: { message: { type: 'text', text: { body: 'x' } } } },
    { type: 'request_welcome' },
    { type: 'ephemeral' },
    { type: 'text', text: { body: 'to all' }, group_id: 'g1' },
    { type: 'text', text: { body: 'without id' }, id: undefined },
    { type: 'text', text: { body: 'endless id' }, id: 'x'.repeat(1_001) },
  ])('the entry %j yields no item', (raw) => expect(readMessage(raw)).toEqual([]));
});

const message = {
  kind: 'message',
  ...origin,
  channelMessageId: 'wamid.HBgNSU5CT1VORA==',
  from,
  sentAt: '2026-09-21T14:13:20.000Z',
  text: null,
  media: [],
  interactiveReplyId: null,
  replyToChannelMessageId: null,
};
const quoting = { context: { from: '15550001000', id: 'wamid.HBgNT1VU' } };
const quoted = { replyToChannelMessageId: 'wamid.HBgNT1VU' };

const expectRead = (raw: object, expected: object) => expect(readMessage(raw)).toEqual([{ ...message, ...expected }]);

const url = 'https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1';

it.each([
  ['image', { mime_type: 'image/jpeg', caption: 'front', url }, { url }],
  ['video', { mime_type: 'video/mp4', caption: 'clip' }, {}],
  ['audio', { mime_type: 'audio/ogg; codecs=opus', voice: true }, {}],
  ['document', { mime_type: 'application/pdf', filename: 'cv.pdf', caption: 'my cv' }, { filename: 'cv.pdf' }],
  ['sticker', { mime_type: 'image/webp', animated: false }, {}],
])('a message of type %s is read with its file and caption', (type, fields: Record<string, unknown>, kept) => {
  const file = { id: '1', url: null, mimeType: fields['mime_type'], filename: null, ...kept };
  expectRead(
    { type, [type]: { id: '1', sha256: 'q83vEjRWeJA=', ...fields } },
    { contentType: type, text: fields['caption'] ?? null, media: [file] },
  );
});

describe('a message of a customer', () => {
  const location = { latitude: 52.52, longitude: 13.405 };
  const contacts = [
    { name: { formatted_name: 'Bo Lee', first_name: 'Bo' }, phones: [{ phone: '+49 155 500 02222' }] },
    { name: { formatted_name: 'Cy' } },
  ];
  const order = (text: string, ...product_items: object[]) => ({ catalog_id: '1', text, product_items });

  it.each<[string, object, string | null]>([
    ['text', { text: { body: 'Do you ship today?' } }, 'Do you ship today?'],
    ['text', { text: { body: 'Hi' }, referral: { source_type: 'ad', headline: 'Chat with us' } }, 'Hi'],
    ['text', { text: { body: 'Hi' }, context: { forwarded: true, frequently_forwarded: false } }, 'Hi'],
    ['location', { location: { ...location, name: 'Depot', address: '1 Example St' } }, 'Depot, 1 Example St'],
    ['location', { location }, '52.52, 13.405'],
    ['contacts', { contacts }, 'Bo Lee +49 155 500 02222, Cy'],
  ])('a message of type %s is read: %j', (type, raw, text) => {
    expectRead({ type, ...raw }, { contentType: type, text });
  });

  it.each<[string, object, object]>([
    ['button_reply', { id: 'yes', title: 'Yes' }, { text: 'Yes', interactiveReplyId: 'yes' }],
    [
      'list_reply',
      { id: 'slot_2', title: 'Tue 10:00', description: '30 min' },
      { text: 'Tue 10:00', interactiveReplyId: 'slot_2' },
    ],
    ['nfm_reply', { name: 'flow', body: 'Sent', response_json: '{"q":"1"}' }, {}],
  ])('an interactive reply of type %s is read with the message that it replies to', (type, reply, expected) => {
    expectRead(
      { type: 'interactive', ...quoting, interactive: { type, [type]: reply } },
      { contentType: 'interactive', ...quoted, ...expected },
    );
  });

  it('a tapped button is read as an interactive reply', () => {
    expectRead(
      { type: 'button', ...quoting, button: { payload: 'STOP_PROMO', text: 'Stop promotions' } },
      { contentType: 'interactive', text: 'Stop promotions', interactiveReplyId: 'STOP_PROMO', ...quoted },
    );
  });

  it.each([
    ['\u{1f44d}', '\u{1f44d}'],
    ['', null],
    [undefined, null],
  ])('a reaction with the emoji %j is read with the text %j', (emoji, text) => {
    const reaction = { message_id: 'wamid.HBgNT1VU', emoji };
    expectRead({ type: 'reaction', reaction }, { contentType: 'reaction', text, ...quoted });
  });

  it.each<[object, (string | null)?]>([
    [{ type: 'order', order: order('', { product_retailer_id: 'sku-1' }) }, 'Order:\n1 × sku-1'],
    [
      {
        type: 'order',
        order: order('soon?', { product_retailer_id: 'a', quantity: '2', item_price: 9.5, currency: 'EUR' }, {}),
      },
      'soon?\nOrder:\n2 × a (EUR 9.5)',
    ],
    [{ type: 'order', order: order('') }],
    [{ type: 'order', order: order('in red please') }, 'in red please'],
    [{ type: 'unsupported', unsupported: { type: 'poll' }, errors: [{ code: 131051, title: 'Message type unknown' }] }],
    [{ type: 'hologram', hologram: {} }],
    [{ type: 'constructor' }],
    [{}],
    [{ type: 'text' }],
    [{ type: 'video', errors: [{ code: 131052, title: 'Media download error' }] }],
  ])('the message %j is read as unsupported', (raw, text = null) => {
    expectRead(raw, { contentType: 'unsupported', text });
  });
});
