import { randomUUID } from 'node:crypto';
import type { SQSEvent } from 'aws-lambda';
import * as fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler } from '../../../functions/consumers/process-inbound.ts';
import { readMsgappWebhook } from '../../../functions/domain/channels/msgapp/read-webhook.ts';
import { readSocialWebhook } from '../../../functions/domain/channels/social/read-webhook.ts';
import type { InboundItem } from '../../../functions/model/inbound.ts';
import { findStoredMessage, makeShop, type Shop } from '../../support/channels.ts';
import { newPhone } from '../../support/contacts.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await makeShop();
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** What the queue hands to the function. */
const eventOf = (...bodies: unknown[]): SQSEvent =>
  ({
    Records: bodies.map((body, place) => ({
      messageId: String(place),
      body: typeof body === 'string' ? body : JSON.stringify(body),
      attributes: { ApproximateReceiveCount: '1' },
    })),
  }) as unknown as SQSEvent;

const failedOf = async (...bodies: unknown[]): Promise<string[]> =>
  (await handler(eventOf(...bodies))).batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);

const work = (item: Partial<InboundItem> & { kind: InboundItem['kind'] }, id = `wamid.${randomUUID()}`) => ({
  item: {
    channel: 'msgapp',
    accountId: shop.accounts.msgapp,
    channelMessageId: id,
    from: { phone: newPhone(), channelUserId: null, name: null },
    sentAt: '2026-11-15T03:00:00.000Z',
    contentType: 'text',
    text: 'Hi',
    media: [],
    interactiveReplyId: null,
    replyToChannelMessageId: null,
    ...item,
  },
});

describe('while the table is out of order', () => {
  it('a message stays in the queue, and is stored when the table works again', async () => {
    const id = `wamid.${randomUUID()}`;
    const message = work({ kind: 'message' }, id);
    vi.stubEnv('TABLE_NAME', 'no-such-table');
    expect(await failedOf(message)).toEqual(['0']);
    vi.unstubAllEnvs();
    expect(await findStoredMessage(shop, id)).toBeUndefined();
    expect(await failedOf(message)).toEqual([]);
    expect(await findStoredMessage(shop, id)).toMatchObject({ content_text: 'Hi' });
  });
});

describe('an item that nothing can be done with', () => {
  it.each([
    ['no JSON', '{'],
    ['of an unknown kind', { item: { kind: 'song' } }],
    ['without its fields', { item: { kind: 'message', channel: 'msgapp' } }],
    ['nothing', 'null'],
  ])('goes back to the queue, on its way to the dead letters, and the others go on: %s', async (_, poison) => {
    const [one, two] = [randomUUID(), randomUUID()];
    expect(await failedOf(work({ kind: 'message' }, one), poison, work({ kind: 'message' }, two))).toEqual(['1']);
    expect(await findStoredMessage(shop, one)).toBeDefined();
    expect(await findStoredMessage(shop, two)).toBeDefined();
  });

  it('of an account that nobody has connected is done with', async () => {
    const id = randomUUID();
    expect(await failedOf(work({ kind: 'message', accountId: 'nobody' }, id))).toEqual([]);
    expect(await findStoredMessage(shop, id)).toBeUndefined();
  });

  it('says so in the log, without a word of what was said or by whom', async () => {
    vi.stubEnv('LOG_LEVEL', 'debug');
    const lines: string[] = [];
    const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
    await handler(eventOf(work({ kind: 'message', accountId: 'nobody' })));
    await handler(eventOf(work({ kind: 'message' })));
    spy.mockRestore();
    const nobody = { operation: 'processInbound', outcome: 'dropped', kind: 'message', channel: 'msgapp' };
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ ...nobody, account_id: 'nobody', reason: expect.any(String) }),
      expect.objectContaining({ ...nobody, outcome: 'done', workspace_id: shop.id }),
    ]);
    expect(lines.join()).not.toMatch(/Hi|\+49|wamid/);
  });
});

/** Text of any kind, at times longer than anything that a channel lets through. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', '\0', '\ud83d', '\uffff', '#', 'ж'.repeat(999), 'a'.repeat(20_000)),
);

const anyValue = fc.oneof(anyText, fc.jsonValue({ maxDepth: 2 }));

const someFields = (...names: string[]) =>
  fc.dictionary(fc.constantFrom(...names), anyValue, { maxKeys: names.length });

/** An entry of a webhook that has an id in most cases, and anything in the places where its content is looked for. */
const anyMessage = fc.record(
  {
    id: fc.oneof(anyText, fc.uuid()),
    type: fc.constantFrom('text', 'image', 'location', 'contacts', 'interactive', 'system', 'edit', 'revoke', 'order'),
    from: fc.oneof(anyValue, fc.constantFrom('4915550001111', '5511987654321')),
    from_user_id: anyValue,
    timestamp: anyValue,
    context: someFields('id', 'from'),
    text: someFields('body'),
    image: someFields('id', 'url', 'caption', 'mime_type'),
    system: someFields('wa_id', 'user_id'),
    edit: someFields('original_message_id', 'message'),
    revoke: someFields('original_message_id'),
  },
  { requiredKeys: ['id', 'type'] },
);

const anyStatus = fc.record(
  {
    id: anyText,
    status: fc.constantFrom('sent', 'delivered', 'read', 'failed', 'deleted', 'odd'),
    timestamp: anyValue,
    biz_opaque_callback_data: fc.oneof(anyValue, fc.uuid()),
    errors: anyValue,
  },
  { requiredKeys: ['id', 'status'] },
);

const anyEvent = fc.record(
  {
    sender: fc.record({ id: anyValue }),
    timestamp: anyValue,
    message: someFields('mid', 'text', 'attachments', 'is_deleted', 'reply_to'),
    reaction: someFields('mid', 'action', 'emoji'),
    message_edit: someFields('mid', 'text'),
  },
  { requiredKeys: ['sender'] },
);

describe('whatever a channel sends', () => {
  it('is taken or left, and never fails', async () => {
    const kinds = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(anyMessage), fc.array(anyStatus), fc.array(anyEvent), async (...[one, two, three]) => {
        const value = { metadata: { phone_number_id: shop.accounts.msgapp }, messages: one, statuses: two };
        const items = [
          ...readMsgappWebhook({ entry: [{ changes: [{ field: 'messages', value }] }] }),
          ...readSocialWebhook({ entry: [{ id: shop.accounts.social, messaging: three }] }),
        ];
        for (const { kind } of items) kinds.add(kind);
        // A last wait, so that what is about nothing is dropped and does not come back during other tests.
        expect(await failedOf(...items.map((item) => ({ item, postponements: 5 })))).toEqual([]);
      }),
      { numRuns: 40 },
    );
    expect([...kinds].sort()).toEqual(['deleted', 'edited', 'message', 'number_changed', 'status']);
  }, 60_000);
});
