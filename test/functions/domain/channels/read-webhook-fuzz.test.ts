import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMsgappWebhook } from '../../../../functions/domain/channels/msgapp/read-webhook.ts';
import { readSocialWebhook } from '../../../../functions/domain/channels/social/read-webhook.ts';
import type { InboundItem } from '../../../../functions/model/inbound/inbound.ts';
import { contentTypes } from '../../../../functions/model/messages/message.ts';
import { ana, change, common, webhook } from './msgapp/webhook.ts';

type Json = ReturnType<typeof JSON.parse>;

const media = { id: '1', mime_type: 'image/jpeg', caption: 'c', filename: 'f', url: 'https://e.com' };
const contents = [
  { type: 'text', text: { body: 'Hi' } },
  { type: 'image', image: media },
  { type: 'document', document: media },
  { type: 'location', location: { latitude: 1, longitude: 2, name: 'n', address: 'a' } },
  { type: 'contacts', contacts: [{ name: { formatted_name: 'Bo' } }] },
  { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: 'i', title: 't' } } },
  { type: 'button', button: { payload: 'p', text: 't' }, context: { id: 'wamid.0' } },
  { type: 'reaction', reaction: { message_id: 'wamid.0', emoji: 'x' } },
  { type: 'order', order: { text: 'x' } },
  { type: 'system', system: { wa_id: '4915550003333', user_id: 'DE.1' } },
  { type: 'edit', edit: { original_message_id: 'wamid.0', message: { type: 'text', text: { body: 'Hi' } } } },
  { type: 'revoke', revoke: { original_message_id: 'wamid.0' } },
];
const msgapp = webhook(
  change({
    contacts: [ana],
    messages: contents.map((content) => ({ ...common, ...content })),
    statuses: [{ id: 'wamid.2', status: 'failed', timestamp: '1790000000', errors: [{ code: 1, error_data: {} }] }],
    errors: [{ code: 131000, title: 'x' }],
  }),
);
const event = { sender: { id: '1' }, recipient: { id: '2' }, timestamp: 1790000000987 };
const social = {
  entry: [
    {
      id: '2',
      messaging: [
        { ...event, message: { mid: 'm1', text: 'Hi', reply_to: { mid: 'm0' }, quick_reply: { payload: 'p' } } },
        { ...event, message: { mid: 'm1', attachments: [{ type: 'image', payload: { url: 'https://e.com' } }] } },
        { ...event, postback: { mid: 'm1', title: 't', payload: 'p' } },
        { ...event, reaction: { mid: 'm1', action: 'react', emoji: 'x' } },
        { ...event, message_edit: { mid: 'm1', text: 't' } },
      ],
      standby: [{ ...event, message: { mid: 'm1', is_deleted: true } }],
      changes: [{ field: 'messages', value: { ...event, message: { mid: 'm1', text: 'Hi' } } }],
    },
  ],
};

const hostileValue = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('constructor', '__proto__', 'toString', 'hasOwnProperty', '', 1e308, -0, null),
  fc
    .constantFrom('{"toString":1,"valueOf":null}', '{"__proto__":{"type":"text"}}', '{"length":3}')
    .map((text) => JSON.parse(text)),
);

/** Replaces values in a copy of the payload; each path is followed as far as it leads. */
const mutate = (payload: Json, mutations: [number[], unknown][]): Json => {
  const copy = structuredClone(payload);
  for (const [steps, value] of mutations) {
    let node: Json = copy;
    for (const [depth, step] of steps.entries()) {
      const names = Object.keys(node);
      const name = names[step % names.length];
      if (name === undefined) break;
      const inner = node[name];
      if (depth === steps.length - 1 || typeof inner !== 'object' || inner === null) {
        node[name] = value;
        break;
      }
      node = inner;
    }
  }
  return copy;
};

const isValid = (item: InboundItem): boolean => {
  if ('channelMessageId' in item && !(item.channelMessageId.length > 0 && item.channelMessageId.length <= 1_000))
    return false;
  if (item.kind !== 'message') return item.accountId.length > 0;
  const { phone } = item.from;
  return (
    item.accountId.length > 0 &&
    contentTypes.includes(item.contentType) &&
    (item.text === null || (typeof item.text === 'string' && item.text !== '')) &&
    (phone === null || /^\+\d{5,15}$/.test(phone)) &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(item.sentAt)
  );
};

describe.each([
  ['msgapp', readMsgappWebhook, msgapp],
  ['social', readSocialWebhook, social],
])('the reader of %s webhooks', (channel, read, valid) => {
  it(`any JSON is read without throwing as a webhook of ${channel}`, () => {
    fc.assert(
      fc.property(fc.jsonValue(), (payload) => {
        expect(read(payload).every(isValid)).toBe(true);
      }),
    );
  });

  it(`a corrupted webhook of ${channel} is read without throwing and yields only valid items`, () => {
    const mutation = fc.tuple(fc.array(fc.nat(20), { minLength: 1, maxLength: 9 }), hostileValue);
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 5 }), (mutations) => {
        const items = read(mutate(valid, mutations));
        expect(items.filter((item) => !isValid(item))).toEqual([]);
        expect(JSON.parse(JSON.stringify(items))).toEqual(items);
      }),
      { numRuns: 500 },
    );
  });
});
