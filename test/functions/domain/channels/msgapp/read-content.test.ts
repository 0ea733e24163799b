import { describe, expect, it } from 'vitest';
import { from, origin, readMessage } from './webhook.ts';

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

describe('a file of a customer', () => {
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
    ['contacts', { contacts }, 'Bo Lee, Cy'],
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
    [{ type: 'order', order: order('', { product_retailer_id: 'sku-1' }) }],
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
