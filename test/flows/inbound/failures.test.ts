import { randomUUID } from 'node:crypto';
import type { SQSEvent } from 'aws-lambda';
import * as fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler } from '../../../functions/consumers/process-inbound.ts';
import { readMsgappWebhook } from '../../../functions/domain/channels/msgapp/read-webhook.ts';
import { readSocialWebhook } from '../../../functions/domain/channels/social/read-webhook.ts';
import type { InboundItem } from '../../../functions/model/inbound/inbound.ts';
import { findStoredMessage, makeShop, type Shop } from '../../support/channels/channels.ts';
import { newPhone } from '../../support/contacts.ts';
import { newInboundText } from '../../support/messages/inbound-items.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await makeShop();
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const toEvent = (...bodies: unknown[]): SQSEvent =>
  ({
    Records: bodies.map((body, index) => ({
      messageId: String(index),
      body: typeof body === 'string' ? body : JSON.stringify(body),
      attributes: { ApproximateReceiveCount: '1' },
    })),
  }) as unknown as SQSEvent;

const listFailures = async (...bodies: unknown[]): Promise<string[]> =>
  (await handler(toEvent(...bodies))).batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);

const toJob = (item: Partial<InboundItem> & { kind: InboundItem['kind'] }, id = `wamid.${randomUUID()}`) => ({
  postponements: 0,
  item: { ...newInboundText(shop.accounts.msgapp, newPhone(), 'Hi'), channelMessageId: id, ...item },
});

describe('an item that cannot be processed', () => {
  it('an item for an unknown account is dropped and not retried', async () => {
    const id = randomUUID();
    expect(await listFailures(toJob({ kind: 'message', accountId: 'unknown' }, id))).toEqual([]);
    expect(await findStoredMessage(shop, id)).toBeUndefined();
  });

  it('the log line of an item holds no message text, phone number or message id', async () => {
    vi.stubEnv('LOG_LEVEL', 'debug');
    const lines: string[] = [];
    const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
    await handler(toEvent(toJob({ kind: 'message', accountId: 'unknown' })));
    await handler(toEvent(toJob({ kind: 'message' })));
    spy.mockRestore();
    const common = { operation: 'processInbound', outcome: 'dropped', kind: 'message', channel: 'msgapp' };
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ ...common, account_id: 'unknown', reason: expect.any(String) }),
      expect.objectContaining({ ...common, outcome: 'done', workspace_id: shop.id }),
    ]);
    expect(lines.join()).not.toMatch(/Hi|\+49|wamid/);
  });
});

const hostileTexts = ['', '\0', '\ud83d', '\uffff', '#', 'ж'.repeat(999), 'a'.repeat(20_000)];

const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom(...hostileTexts));

const anyValue = fc.oneof(anyText, fc.jsonValue({ maxDepth: 2 }));

const anyFields = (...names: string[]) => fc.dictionary(fc.constantFrom(...names), anyValue, { maxKeys: names.length });

const anyMessage = fc.record(
  {
    id: fc.oneof(anyText, fc.uuid()),
    type: fc.constantFrom('text', 'image', 'location', 'contacts', 'interactive', 'system', 'edit', 'revoke', 'order'),
    from: fc.oneof(anyValue, fc.constantFrom('4915550001111', '5511987654321')),
    from_user_id: anyValue,
    timestamp: anyValue,
    context: anyFields('id', 'from'),
    text: anyFields('body'),
    image: anyFields('id', 'url', 'caption', 'mime_type'),
    system: anyFields('wa_id', 'user_id'),
    edit: anyFields('original_message_id', 'message'),
    revoke: anyFields('original_message_id'),
  },
  { requiredKeys: ['id', 'type'] },
);

const anyStatus = fc.record(
  {
    id: anyText,
    status: fc.constantFrom('sent', 'delivered', 'read', 'failed', 'deleted', 'odd'),
    timestamp: anyValue,
    biz_opaque_callback_data: fc.oneof(
      anyValue,
      fc.uuid(),
      fc.tuple(fc.uuid(), fc.uuid()).map((ids) => ids.join('/')),
    ),
    errors: anyValue,
  },
  { requiredKeys: ['id', 'status'] },
);

const anyEvent = fc.record(
  {
    sender: fc.record({ id: anyValue }),
    timestamp: anyValue,
    message: anyFields('mid', 'text', 'attachments', 'is_deleted', 'reply_to'),
    reaction: anyFields('mid', 'action', 'emoji'),
    message_edit: anyFields('mid', 'text'),
  },
  { requiredKeys: ['sender'] },
);

type Payload = [messages: Value<typeof anyMessage>[], statuses: Value<typeof anyStatus>[], Value<typeof anyEvent>[]];
type Value<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Generated> ? Generated : never;

const from = '4915550001111';
const sender = { id: 'u1' };

/** Every kind of item of both channels. */
const everyKind: Payload = [
  [
    { id: 'm1', type: 'text', from, text: { body: 'Hi' } },
    { id: 'm2', type: 'edit', from, edit: { original_message_id: 'm1', message: { type: 'text' } } },
    { id: 'm3', type: 'revoke', from, revoke: { original_message_id: 'm1' } },
    { id: 'm4', type: 'system', from, system: { wa_id: '5511987654321' } },
  ],
  [
    { id: 'm0', status: 'read' },
    { id: 'm1', status: 'deleted' },
  ],
  [
    { sender, message: { mid: 'e1', text: 'Hi' } },
    { sender, reaction: { mid: 'e1', emoji: 'x' } },
    { sender, message_edit: { mid: 'e1', text: 'Hello' } },
    { sender, message: { mid: 'e1', is_deleted: true } },
  ],
];

/** Every hostile text, wherever an item has a text. */
const hostile: Payload = [
  hostileTexts.map((text) => ({ id: text, type: 'text', from: text, text: { body: text } })),
  hostileTexts.map((text) => ({ id: text, status: 'failed', biz_opaque_callback_data: text })),
  hostileTexts.map((text) => ({ sender: { id: text }, message: { mid: text, text } })),
];

it('an arbitrary payload is stored or dropped and never fails', async () => {
  const kinds = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyMessage),
      fc.array(anyStatus),
      fc.array(anyEvent),
      async (messages, statuses, messaging) => {
        const value = { metadata: { phone_number_id: shop.accounts.msgapp }, messages, statuses };
        const items = [
          ...readMsgappWebhook({ entry: [{ changes: [{ field: 'messages', value }] }] }),
          ...readSocialWebhook({ entry: [{ id: shop.accounts.social, messaging }] }),
        ];
        for (const { channel, kind } of items) kinds.add(`${channel} ${kind}`);
        // The items are on their last attempt, so none is postponed into another test.
        expect(await listFailures(...items.map((item) => ({ item, postponements: 7 })))).toEqual([]);
      },
    ),
    { numRuns: 12, examples: [everyKind, hostile] },
  );
  const changes = ['deleted', 'edited', 'message'];
  expect([...kinds].sort()).toEqual([
    ...[...changes, 'number_changed', 'status'].map((kind) => `msgapp ${kind}`),
    ...changes.map((kind) => `social ${kind}`),
  ]);
});
