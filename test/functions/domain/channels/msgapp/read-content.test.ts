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
const file = { id: null, url: null, mimeType: null, filename: null };
const quoting = { context: { from: '15550001000', id: 'wamid.HBgNT1VU' } };
const quoted = { replyToChannelMessageId: 'wamid.HBgNT1VU' };
const sha256 = 'q83vEjRWeJA=';

describe('a message of a customer', () => {
  it.each<[object, object]>([
    [
      { type: 'text', text: { body: 'Do you ship today?' } },
      { contentType: 'text', text: 'Do you ship today?' },
    ],
    [
      {
        type: 'image',
        image: {
          id: '1003380000000001',
          mime_type: 'image/jpeg',
          sha256,
          caption: 'front',
          url: 'https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1003380000000001',
        },
      },
      {
        contentType: 'image',
        text: 'front',
        media: [
          {
            ...file,
            id: '1003380000000001',
            url: 'https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1003380000000001',
            mimeType: 'image/jpeg',
          },
        ],
      },
    ],
    [
      { type: 'video', video: { id: '2', mime_type: 'video/mp4', sha256, caption: 'clip' } },
      { contentType: 'video', text: 'clip', media: [{ ...file, id: '2', mimeType: 'video/mp4' }] },
    ],
    [
      { type: 'audio', audio: { id: '3', mime_type: 'audio/ogg; codecs=opus', sha256, voice: true } },
      { contentType: 'audio', media: [{ ...file, id: '3', mimeType: 'audio/ogg; codecs=opus' }] },
    ],
    [
      { type: 'document', document: { id: '4', mime_type: 'application/pdf', filename: 'cv.pdf', caption: 'my cv' } },
      {
        contentType: 'document',
        text: 'my cv',
        media: [{ ...file, id: '4', mimeType: 'application/pdf', filename: 'cv.pdf' }],
      },
    ],
    [
      { type: 'sticker', sticker: { id: '5', mime_type: 'image/webp', sha256, animated: false } },
      { contentType: 'sticker', media: [{ ...file, id: '5', mimeType: 'image/webp' }] },
    ],
    [
      { type: 'location', location: { latitude: 52.52, longitude: 13.405, name: 'Depot', address: '1 Example St' } },
      { contentType: 'location', text: 'Depot, 1 Example St' },
    ],
    [
      { type: 'location', location: { latitude: 52.52, longitude: 13.405 } },
      { contentType: 'location', text: '52.52, 13.405' },
    ],
    [
      {
        type: 'contacts',
        contacts: [
          { name: { formatted_name: 'Bo Lee', first_name: 'Bo' }, phones: [{ phone: '+49 155 500 02222' }] },
          { name: { formatted_name: 'Cy' } },
        ],
      },
      { contentType: 'contacts', text: 'Bo Lee, Cy' },
    ],
    [
      {
        type: 'interactive',
        ...quoting,
        interactive: { type: 'button_reply', button_reply: { id: 'yes', title: 'Yes' } },
      },
      { contentType: 'interactive', text: 'Yes', interactiveReplyId: 'yes', ...quoted },
    ],
    [
      {
        type: 'interactive',
        ...quoting,
        interactive: { type: 'list_reply', list_reply: { id: 'slot_2', title: 'Tue 10:00', description: '30 min' } },
      },
      { contentType: 'interactive', text: 'Tue 10:00', interactiveReplyId: 'slot_2', ...quoted },
    ],
    [
      {
        type: 'interactive',
        ...quoting,
        interactive: { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"q":"1"}' } },
      },
      { contentType: 'interactive', ...quoted },
    ],
    [
      { type: 'button', ...quoting, button: { payload: 'STOP_PROMO', text: 'Stop promotions' } },
      { contentType: 'interactive', text: 'Stop promotions', interactiveReplyId: 'STOP_PROMO', ...quoted },
    ],
    [
      { type: 'reaction', reaction: { message_id: 'wamid.HBgNT1VU', emoji: '\u{1f44d}' } },
      { contentType: 'reaction', text: '\u{1f44d}', ...quoted },
    ],
    [
      { type: 'reaction', reaction: { message_id: 'wamid.HBgNT1VU', emoji: '' } },
      { contentType: 'reaction', ...quoted },
    ],
    [
      { type: 'reaction', reaction: { message_id: 'wamid.HBgNT1VU' } },
      { contentType: 'reaction', ...quoted },
    ],
    [
      { type: 'order', order: { catalog_id: '1', text: '', product_items: [{ product_retailer_id: 'sku-1' }] } },
      { contentType: 'unsupported' },
    ],
    [
      { type: 'order', order: { catalog_id: '1', text: 'in red please', product_items: [] } },
      { contentType: 'unsupported', text: 'in red please' },
    ],
    [
      { type: 'unsupported', unsupported: { type: 'poll' }, errors: [{ code: 131051, title: 'Message type unknown' }] },
      { contentType: 'unsupported' },
    ],
    [{ type: 'hologram', hologram: {} }, { contentType: 'unsupported' }],
    [{ type: 'constructor' }, { contentType: 'unsupported' }],
    [{}, { contentType: 'unsupported' }],
    [{ type: 'text' }, { contentType: 'unsupported' }],
    [{ type: 'video', errors: [{ code: 131052, title: 'Media download error' }] }, { contentType: 'unsupported' }],
    [
      { type: 'text', text: { body: 'Hi' }, referral: { source_type: 'ad', headline: 'Chat with us' } },
      { contentType: 'text', text: 'Hi' },
    ],
    [
      { type: 'text', text: { body: 'Hi' }, context: { forwarded: true, frequently_forwarded: false } },
      { contentType: 'text', text: 'Hi' },
    ],
  ])('the message %j is read', (raw, expected) => {
    expect(readMessage(raw)).toEqual([{ ...message, ...expected }]);
  });
});
