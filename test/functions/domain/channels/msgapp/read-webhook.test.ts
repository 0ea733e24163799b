import { describe, expect, it } from 'vitest';
import { readMsgappWebhook } from '../../../../../functions/domain/channels/msgapp/read-webhook.ts';
import { change, common, origin, webhook } from './webhook.ts';

describe('a receipt', () => {
  const conversationId = '01a1dfb1-bd1b-7000-84a8-f2f452448093';
  const messageId = '3f1c9a52-7a53-4d0e-9b0e-0d2f6f7f9b11';
  const status = {
    id: 'wamid.HBgNT1VU',
    status: 'delivered',
    timestamp: '1790000005',
    recipient_id: '4915550001111',
    recipient_user_id: 'DE.1349120000000001',
    biz_opaque_callback_data: `${conversationId}/${messageId}`,
    pricing: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' },
  };
  const receipt = {
    kind: 'status',
    ...origin,
    channelMessageId: 'wamid.HBgNT1VU',
    status: 'delivered',
    at: '2026-09-21T14:13:25.000Z',
    ourConversationId: conversationId,
    ourMessageId: messageId,
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

  it('a receipt in the older format is read', () => {
    const conversation = { id: '5da248ea', expiration_timestamp: '1790086400', origin: { type: 'utility' } };
    expect(readStatus({ conversation })).toEqual([receipt]);
  });

  it.each([
    ['its message', { code: 131026, title: 'Title', message: 'Message' }, 'Message', null],
    ['its title', { code: 131026, title: 'Title' }, 'Title', null],
    ['its details', { code: 131026, message: 'Message', error_data: { details: 'Why' } }, 'Message', 'Why'],
  ])('a failure receipt holds its error with %s', (_, error, text, details) => {
    expect(readStatus({ status: 'failed', errors: [{ href: 'https://developers.facebook.com/', ...error }] })).toEqual([
      { ...receipt, status: 'failed', error: { code: 131026, message: text, details } },
    ]);
  });

  it('the status deleted is read as a deletion', () => {
    expect(readStatus({ status: 'deleted' })).toEqual([
      { kind: 'deleted', ...origin, channelMessageId: 'wamid.HBgNT1VU', at: '2026-09-21T14:13:25.000Z' },
    ]);
  });

  it.each([{ status: 'hologram' }, { status: undefined }, { id: undefined }, { status: 'constructor' }])(
    'the receipt with %j yields no item',
    (changes) => expect(readStatus(changes)).toEqual([]),
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
    const error = { code: 131000, title: 'Something went wrong', error_data: { details: 'Unsupported payload' } };
    const expected = { code: 131000, message: 'Something went wrong', details: 'Unsupported payload' };
    expect(readMsgappWebhook(webhook(change({ errors: [error] })))).toEqual([
      { kind: 'account_error', ...origin, error: expected },
    ]);
  });

  it.each([
    ['another field', webhook(change({ messages: [text('a')] }, 'smb_message_echoes'))],
    ['no account', webhook({ field: 'messages', value: { messages: [text('a')] } })],
    ['no entries', { object: 'whatsapp_business_account' }],
    ['nothing', null],
  ])('a webhook with %s yields no item', (_, payload) => expect(readMsgappWebhook(payload)).toEqual([]));
});
