import { describe, expect, it } from 'vitest';
import { readSocialWebhook } from '../../../../../functions/domain/channels/social/read-webhook.ts';

const account = '17841400000000001';
const customer = '1234567890123456';
const event = { sender: { id: customer }, recipient: { id: account }, timestamp: 1790000000987 };
const webhook = (...messaging: object[]) => ({
  object: 'instagram',
  entry: [{ id: account, time: 1790000001234, messaging }],
});
const read = (fields: object) => readSocialWebhook(webhook({ ...event, ...fields }));

const origin = { channel: 'social', accountId: account };
const at = '2026-09-21T14:13:20.987Z';
const message = {
  kind: 'message',
  ...origin,
  from: { phone: null, channelUserId: customer, name: null },
  sentAt: at,
  contentType: 'text',
  text: null,
  media: [],
  interactiveReplyId: null,
  replyToChannelMessageId: null,
};
const url = 'https://e.com/1';
const link = (url: string) => ({ id: null, url, mimeType: null, filename: null });

describe('a message of a customer', () => {
  it.each<[object, object]>([
    [{ text: 'Is this in stock?' }, {}],
    [{ text: 'yes please', reply_to: { mid: 'm0' } }, { replyToChannelMessageId: 'm0' }],
    [{ text: 'nice', reply_to: { story: { id: '17949000000000001', url } } }, {}],
    [{ text: 'Red', quick_reply: { payload: 'COLOR_RED' } }, { interactiveReplyId: 'COLOR_RED' }],
    [{ is_unsupported: true }, { contentType: 'unsupported' }],
  ])('the message %j is read', (raw, expected) => {
    const text = 'text' in raw ? raw.text : null;
    expect(read({ message: { mid: 'aWdfZAG1fExample', ...raw } })).toEqual([
      { ...message, channelMessageId: 'aWdfZAG1fExample', text, ...expected },
    ]);
  });

  it.each<[string, object, object]>([
    ['image', { url }, { contentType: 'image' }],
    ['video', { url }, { contentType: 'video' }],
    ['audio', { url }, { contentType: 'audio' }],
    ['file', { url }, { contentType: 'document' }],
    ['ig_reel', { url, reel_video_id: '1', title: 'Spring' }, { contentType: 'video', text: 'Spring' }],
    ['share', { url, title: 'A post' }, { contentType: 'unsupported', text: 'A post' }],
    ['story_mention', { url }, { contentType: 'unsupported' }],
    ['ig_story', { story_media_id: '1', story_media_url: url }, { contentType: 'unsupported' }],
    ['hologram', {}, { contentType: 'unsupported', media: [] }],
  ])('an attachment of type %s is read', (type, payload, expected) => {
    expect(read({ message: { mid: 'm1', attachments: [{ type, payload }] } })).toEqual([
      { ...message, channelMessageId: 'm1', media: [link(url)], ...expected },
    ]);
  });

  it('several attachments are read with the text beside them', () => {
    const urls = [url, 'https://e.com/2'];
    const attachments = urls.map((each) => ({ type: 'image', payload: { url: each } }));
    expect(read({ message: { mid: 'm1', text: 'both', attachments } })).toEqual([
      { ...message, channelMessageId: 'm1', contentType: 'image', text: 'both', media: urls.map(link) },
    ]);
  });

  it('a postback is read as a message with the button title', () => {
    expect(read({ postback: { mid: 'm8', title: 'Get started', payload: 'START' } })).toEqual([
      { ...message, channelMessageId: 'm8', text: 'Get started', interactiveReplyId: 'START' },
    ]);
  });

  it('a reaction gets an id that stays the same when it is repeated', () => {
    const reaction = { reaction: { mid: 'm1', action: 'react', reaction: 'love', emoji: '❤️' } };
    const [item] = read(reaction);
    expect(item).toEqual({
      ...message,
      channelMessageId: `m1#reaction#${customer}#${at}`,
      contentType: 'reaction',
      text: '❤️',
      replyToChannelMessageId: 'm1',
    });
    expect(read(reaction)).toEqual([item]);
    expect(read({ ...reaction, timestamp: 1790000000988 })).not.toEqual([item]);
    expect(read({ reaction: { mid: 'm1', action: 'unreact' } })).toMatchObject([
      { contentType: 'reaction', text: null },
    ]);
    expect(read({ reaction: { mid: 'm1', action: 'react', reaction: 'other' } })).toMatchObject([{ text: 'other' }]);
  });
});

describe('events other than messages', () => {
  it('is_deleted is read as a deletion', () => {
    expect(read({ message: { mid: 'm4', is_deleted: true } })).toEqual([
      { kind: 'deleted', ...origin, channelMessageId: 'm4', at },
    ]);
  });

  it('message_edit is read as an edit', () => {
    expect(read({ message_edit: { mid: 'm1', text: 'Is this in stock now?', num_edit: '1' } })).toEqual([
      { kind: 'edited', ...origin, channelMessageId: 'm1', at, text: 'Is this in stock now?' },
    ]);
  });

  it('receipts and the echo of a message of ours are read, with our ids where the channel returns them', () => {
    const ids = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002'];
    const receipt = { kind: 'status', ...origin, at, ourConversationId: null, ourMessageId: null, error: null };
    expect(read({ delivery: { mids: ['m1', 'm2'], watermark: 1 } })).toEqual([
      { ...receipt, channelMessageId: 'm1', status: 'delivered' },
      { ...receipt, channelMessageId: 'm2', status: 'delivered' },
    ]);
    expect(read({ read: { mid: 'm1' } })).toEqual([{ ...receipt, channelMessageId: 'm1', status: 'read' }]);
    const echo = { mid: 'm1', is_echo: true, metadata: ids.join('/') };
    expect(read({ sender: { id: account }, recipient: { id: customer }, message: echo })).toEqual([
      { ...receipt, channelMessageId: 'm1', status: 'sent', ourConversationId: ids[0], ourMessageId: ids[1] },
    ]);
  });

  it.each([
    ['a receipt that names no message', { read: { watermark: 1790000000987 }, delivery: { watermark: 1790000000987 } }],
    ['an opened link', { referral: { ref: 'promo', source: 'https://ig.me/m/shop', type: 'OPEN_THREAD' } }],
    ['an echo', { sender: { id: account }, recipient: { id: customer }, message: { mid: 'm1', is_echo: true } }],
    ['an echo that does not say so', { sender: { id: account }, recipient: { id: customer }, message: { mid: 'm1' } }],
    ['a message without id', { message: { text: 'hi' } }],
    ['a message without sender', { sender: {}, message: { mid: 'm1', text: 'hi' } }],
    ['a tap without id', { postback: { title: 'Get started' } }],
    ['a reaction to nothing', { reaction: { action: 'react' } }],
  ])('%s yields no item', (_, fields) => expect(read(fields)).toEqual([]));
});

describe('a webhook', () => {
  const text = (mid: string) => ({ ...event, message: { mid, text: mid } });

  it('all events are read, also those of threads that another app owns', () => {
    const payload = {
      entry: [
        { id: account, messaging: [text('a'), text('b')], standby: [text('c')] },
        { id: account, messaging: [text('d')] },
      ],
    };
    expect(readSocialWebhook(payload)).toMatchObject(['a', 'b', 'c', 'd'].map((id) => ({ channelMessageId: id })));
  });

  it('a test event with changes and seconds is read', () => {
    const value = { ...text('a'), timestamp: '1790000000' };
    const changes = ['messages', 'comments'].map((field) => ({ field, value }));
    expect(readSocialWebhook({ entry: [{ id: '0', changes }] })).toMatchObject([
      { accountId: account, channelMessageId: 'a', sentAt: '2026-09-21T14:13:20.000Z' },
    ]);
  });

  it.each([null, [], 'hello', {}, { entry: [null, { messaging: [null, 7] }] }])(
    'the payload %j yields no item',
    (payload) => expect(readSocialWebhook(payload)).toEqual([]),
  );
});
