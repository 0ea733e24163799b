import { describe, expect, it } from 'vitest';
import {
  buildMessageBody,
  type OutboundContent,
} from '../../../../../functions/domain/channels/msgapp/message-body.ts';
import { phoneForms } from '../../../../../functions/domain/channels/msgapp/phone-forms.ts';
import { toWaId } from '../../../../../tools/simulator/channel/envelope.ts';

const message = { id: '3f1c9a52-7a53-4d0e-9b0e-0d2f6f7f9b11', conversation_id: '01a1dfb1-bd1b-7000-84a8-f2f452448093' };
const to = '+4915550001111';
const mediaUrl = 'https://cdn.example.com/file';
const component = { type: 'body' as const, parameters: [{ type: 'text' as const, text: 'Ana' }] };

it.each<[string, OutboundContent, object]>([
  ['text', { type: 'text', text: 'Hello' }, { text: { body: 'Hello' } }],
  ['an image', { type: 'image', mediaUrl }, { image: { link: mediaUrl } }],
  [
    'an image with caption',
    { type: 'image', mediaUrl, text: 'front' },
    { image: { link: mediaUrl, caption: 'front' } },
  ],
  ['an empty caption', { type: 'image', mediaUrl, text: '' }, { image: { link: mediaUrl } }],
  ['a video', { type: 'video', mediaUrl, text: 'clip' }, { video: { link: mediaUrl, caption: 'clip' } }],
  ['audio, which has no caption', { type: 'audio', mediaUrl, text: 'song' }, { audio: { link: mediaUrl } }],
  ['a document', { type: 'document', mediaUrl }, { document: { link: mediaUrl } }],
  [
    'a document with name and caption',
    { type: 'document', mediaUrl, text: 'Invoice', filename: 'invoice-17.pdf' },
    { document: { link: mediaUrl, caption: 'Invoice', filename: 'invoice-17.pdf' } },
  ],
  [
    'a template',
    { type: 'template', name: 'order_ready', language: 'en_US', components: [component] },
    { template: { name: 'order_ready', language: { code: 'en_US' }, components: [component] } },
  ],
  [
    'a template without variables',
    { type: 'template', name: 'hello', language: 'de', components: [] },
    { template: { name: 'hello', language: { code: 'de' } } },
  ],
])('%s is sent in the format of the channel', (_, content, wire) => {
  const sent = buildMessageBody({ to, message }, content);
  expect(JSON.parse(JSON.stringify(sent))).toEqual({
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to,
    type: content.type,
    biz_opaque_callback_data: '01a1dfb1-bd1b-7000-84a8-f2f452448093/3f1c9a52-7a53-4d0e-9b0e-0d2f6f7f9b11',
    ...wire,
  });
});

it('a reply names the message that it replies to', () => {
  const sent = buildMessageBody(
    { to, message, replyToChannelMessageId: 'wamid.HBgNQUJD' },
    { type: 'text', text: 'Yes' },
  );
  expect(sent).toMatchObject({ context: { message_id: 'wamid.HBgNQUJD' } });
});

describe('phoneForms', () => {
  it.each([
    ['+4915550001111', ['+4915550001111']],
    ['+15550001111', ['+15550001111']],
    ['+551187654321', ['+5511987654321', '+551187654321']],
    ['+5511987654321', ['+5511987654321', '+551187654321']],
    ['+551133334444', ['+551133334444']],
    ['+5215512345678', ['+525512345678', '+5215512345678']],
    ['+525512345678', ['+525512345678', '+5215512345678']],
    ['+5491123456789', ['+5491123456789', '+541123456789']],
    ['+541123456789', ['+5491123456789', '+541123456789']],
  ])('%s has the forms %j', (phone, forms) => expect(phoneForms(phone)).toEqual(forms));

  it.each(['+5511987654321', '+525512345678', '+541123456789', '+5491123456789'])(
    'the channel’s form of %s leads back to it',
    (phone) => expect(phoneForms(`+${toWaId(phone)}`)).toContain(phone),
  );
});
