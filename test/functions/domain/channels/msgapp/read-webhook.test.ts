import { afterEach, describe, expect, it, vi } from 'vitest';
import { readMsgappWebhook } from '../../../../../functions/domain/channels/msgapp/read-webhook.ts';
import { clock } from '../../../../../functions/platform/clock.ts';

afterEach(() => vi.restoreAllMocks());

const metadata = { display_phone_number: '15550001000', phone_number_id: '106540000000001' };
const ana = { profile: { name: 'Ana' }, wa_id: '4915550001111', user_id: 'DE.1349120000000001' };
const common = {
  from: '4915550001111',
  from_user_id: 'DE.1349120000000001',
  id: 'wamid.HBgNSU5CT1VORA==',
  timestamp: '1790000000',
};
const change = (value: object, field = 'messages') => ({
  field,
  value: { messaging_product: 'whatsapp', metadata, ...value },
});
const webhook = (...changes: object[]) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '102290000000001', changes }],
});

const readMessage = (message: object, contacts: unknown = [ana]) =>
  readMsgappWebhook(webhook(change({ contacts, messages: [{ ...common, ...message }] })));

const from = { phone: '+4915550001111', channelUserId: 'DE.1349120000000001', name: 'Ana' };
const origin = { channel: 'msgapp', accountId: '106540000000001' };
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

describe('the sender', () => {
  const text = { type: 'text', text: { body: 'Hi' } };
  const sender = (raw: object, contacts: unknown) => {
    const [item] = readMessage({ ...text, ...raw }, contacts);
    return item && 'from' in item ? item.from : undefined;
  };
  const bo = { profile: { name: 'Bo' }, wa_id: '4915550002222', user_id: 'DE.2' };

  it('the sender is matched to its contact by id in any position', () => {
    expect(sender({}, [bo, ana])).toEqual(from);
    expect(sender({ from_user_id: undefined }, [bo, ana])).toEqual(from);
  });

  it('a sender without a matching contact has no name', () => {
    expect(sender({}, [bo])).toEqual({ ...from, name: null });
    expect(sender({}, null)).toEqual({ ...from, name: null });
  });

  it('a sender without a number has the user id and the username', () => {
    const nameless = { profile: { username: 'ana.example' }, user_id: 'DE.1349120000000001' };
    const anonymous = { phone: null, channelUserId: 'DE.1349120000000001' };
    expect(sender({ from: undefined }, [bo, nameless])).toEqual({ ...anonymous, name: 'ana.example' });
    expect(sender({ from: undefined }, [])).toEqual({ ...anonymous, name: null });
    expect(sender({ from: undefined, from_user_id: undefined }, [ana])).toEqual({
      phone: null,
      channelUserId: null,
      name: null,
    });
  });

  it('the contact supplies a number that the message lacks', () => {
    expect(sender({ from: undefined }, [ana])).toEqual(from);
  });

  it.each(['', 'abc', '12', '1234567890123456', '49 155', {}, true])(
    'the number %j is invalid and read as none',
    (number) => {
      expect(sender({ from: number, from_user_id: 'DE.9' }, [])).toMatchObject({ phone: null, channelUserId: 'DE.9' });
    },
  );

  it('a number is read from digits, with a plus, and from a JSON number', () => {
    expect(sender({ from: 4915550001111 }, [])).toMatchObject({ phone: '+4915550001111' });
    expect(sender({ from: '+4915550001111' }, [])).toMatchObject({ phone: '+4915550001111' });
  });
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
  ])('the entry %j yields no item', (raw) => {
    expect(readMessage(raw)).toEqual([]);
  });
});

describe('a receipt', () => {
  const status = {
    id: 'wamid.HBgNT1VU',
    status: 'delivered',
    timestamp: '1790000005',
    recipient_id: '4915550001111',
    recipient_user_id: 'DE.1349120000000001',
    biz_opaque_callback_data: '3f1c9a52-7a53-4d0e-9b0e-0d2f6f7f9b11',
    pricing: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' },
  };
  const receipt = {
    kind: 'status',
    ...origin,
    channelMessageId: 'wamid.HBgNT1VU',
    status: 'delivered',
    at: '2026-09-21T14:13:25.000Z',
    ourMessageId: '3f1c9a52-7a53-4d0e-9b0e-0d2f6f7f9b11',
    error: null,
  };
  const readStatus = (changes: object) => readMsgappWebhook(webhook(change({ statuses: [{ ...status, ...changes }] })));

  it.each([
    ['sent', 'sent'],
    ['delivered', 'delivered'],
    ['read', 'read'],
    ['played', 'read'],
    ['failed', 'failed'],
  ])('the status %s is read as %s', (reported, read) => {
    expect(readStatus({ status: reported })).toEqual([{ ...receipt, status: read }]);
  });

  it('a receipt in the older format or without our id is read', () => {
    const conversation = { id: '5da248ea', expiration_timestamp: '1790086400', origin: { type: 'utility' } };
    expect(readStatus({ conversation })).toEqual([receipt]);
    expect(readStatus({ biz_opaque_callback_data: undefined })).toEqual([{ ...receipt, ourMessageId: null }]);
  });

  it('a failure receipt holds its error', () => {
    const error = {
      code: 131026,
      title: 'Message undeliverable',
      message: 'Message undeliverable',
      error_data: { details: 'Message Undeliverable.' },
      href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
    };
    expect(readStatus({ status: 'failed', errors: [error] })).toMatchObject([
      {
        status: 'failed',
        error: { code: 131026, message: 'Message undeliverable', details: 'Message Undeliverable.' },
      },
    ]);
    expect(readStatus({ status: 'failed', errors: [{ code: 1, title: 'Title' }] })).toMatchObject([
      { error: { code: 1, message: 'Title', details: null } },
    ]);
  });

  it('the status deleted is read as a deletion', () => {
    expect(readStatus({ status: 'deleted' })).toEqual([
      { kind: 'deleted', ...origin, channelMessageId: 'wamid.HBgNT1VU', at: '2026-09-21T14:13:25.000Z' },
    ]);
  });

  it.each([{ status: 'hologram' }, { status: undefined }, { id: undefined }, { status: 'constructor' }])(
    'the receipt with %j yields no item',
    (changes) => {
      expect(readStatus(changes)).toEqual([]);
    },
  );
});

describe('a webhook', () => {
  const text = (id: string) => ({ ...common, id, type: 'text', text: { body: id } });
  const status = (id: string) => ({ id, status: 'sent', timestamp: '1790000005' });

  it('items of several accounts are read in their order', () => {
    const other = { metadata: { phone_number_id: 106540000000002 } };
    const payload = {
      object: 'whatsapp_business_account',
      entry: [
        {
          changes: [change({ messages: [text('a'), text('b')], statuses: [status('c')], errors: [{ code: 131000 }] })],
        },
        { changes: [change({ ...other, messages: [text('d')] }), change({ statuses: [status('e'), status('f')] })] },
      ],
    };
    const summary = readMsgappWebhook(payload).map((item) => [
      item.kind,
      item.accountId,
      'channelMessageId' in item ? item.channelMessageId : undefined,
    ]);
    expect(summary).toEqual([
      ['message', '106540000000001', 'a'],
      ['message', '106540000000001', 'b'],
      ['status', '106540000000001', 'c'],
      ['account_error', '106540000000001', undefined],
      ['message', '106540000000002', 'd'],
      ['status', '106540000000001', 'e'],
      ['status', '106540000000001', 'f'],
    ]);
  });

  it('an account error is read', () => {
    const error = {
      code: 131000,
      title: 'Something went wrong',
      error_data: { details: 'Unsupported webhook payload' },
    };
    expect(readMsgappWebhook(webhook(change({ errors: [error] })))).toEqual([
      {
        kind: 'account_error',
        ...origin,
        error: { code: 131000, message: 'Something went wrong', details: 'Unsupported webhook payload' },
      },
    ]);
  });

  it.each([
    ['another field', webhook(change({ messages: [text('a')] }, 'smb_message_echoes'))],
    [
      'a template that changed',
      webhook({ field: 'message_template_status_update', value: { event: 'REJECTED', message_template_id: 1 } }),
    ],
    ['no account', webhook({ field: 'messages', value: { messages: [text('a')] } })],
    ['no entries', { object: 'whatsapp_business_account' }],
    ['nothing', null],
    ['a list', []],
    ['text', 'hello'],
  ])('a webhook with %s yields no item', (_, payload) => {
    expect(readMsgappWebhook(payload)).toEqual([]);
  });
});
