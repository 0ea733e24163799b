import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import type { InboundItem, InboundMessage } from '../../../functions/model/inbound/inbound.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findContact } from '../../../functions/table/contacts/contacts.ts';
import { findConversation } from '../../../functions/table/conversations/conversations.ts';
import { queryPage } from '../../../functions/table/dynamodb/query.ts';
import { keys } from '../../../functions/table/keys.ts';
import { findStoredMessage, makeShop, type Shop } from '../../support/channels/channels.ts';
import { newPhone } from '../../support/contacts.ts';
import { heldQueue } from '../../support/messages/held-messages.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';

const newMessage = ({ accounts }: Shop, phone: string, fields: Partial<InboundMessage> = {}): InboundMessage => ({
  kind: 'message',
  channel: 'msgapp',
  accountId: accounts.msgapp,
  channelMessageId: `wamid.${randomUUID()}`,
  from: { phone, channelUserId: `DE.${randomUUID()}`, name: 'Ana' },
  sentAt: isoTime(Date.now() - 1_000),
  contentType: 'text',
  text: 'Hi',
  media: [],
  interactiveReplyId: null,
  replyToChannelMessageId: null,
  ...fields,
});

const runItem = (item: InboundItem): Promise<void> => processInbound({ item, postponements: 0 });

/** A customer with one stored message, and the item to crash at. */
const prepareWithMessage = (shop: Shop, toItem: (first: InboundMessage) => InboundItem) => async () => {
  const first = newMessage(shop, newPhone());
  await runItem(first);
  return { first, item: toItem(first) };
};

const findState = async (shop: Shop, { channelMessageId, channel }: InboundMessage) => {
  const message = await findStoredMessage(shop, channelMessageId, channel);
  const { conversation_id = '', contact_id = '' } = message ?? {};
  const page = await queryPage(keys.message(conversation_id, '').pk, { limit: 10, after: undefined });
  return {
    message,
    conversation: await findConversation(shop.id, conversation_id),
    contact: await findContact(shop.id, contact_id),
    messageCount: page.items.filter(({ entity }) => entity === 'message').length,
  };
};

describe('processInbound that crashes', () => {
  it.each([
    ['msgapp', () => ({ phone: newPhone(), channelUserId: `DE.${randomUUID()}`, name: 'Ana' })],
    ['social', () => ({ phone: null, channelUserId: randomUUID(), name: null })],
  ] as const)('a crash at any call stores the first message of a customer on %s once', async (channel, newSender) => {
    const shop = await makeShop();
    const callCount = await crashAtEveryCall({
      prepare: async () => newMessage(shop, '', { channel, accountId: shop.accounts[channel], from: newSender() }),
      run: runItem,
      verify: async (item, { label }) => {
        const { message, conversation, contact, messageCount } = await findState(shop, item);
        expect(message, label).toMatchObject({ content_text: 'Hi', contact_id: contact?.id });
        expect(conversation, label).toMatchObject({ unread_count: 1, last_message_text: 'Hi' });
        expect(contact?.phone, label).toBe(item.from.phone);
        expect(messageCount, label).toBe(1);
      },
    });
    expect(callCount).toBeGreaterThanOrEqual(3);
  });

  it('a crash at any call stores a further message once and counts it once', async () => {
    const shop = await makeShop();
    const reply = ({ from, channelMessageId }: InboundMessage) =>
      newMessage(shop, '', { from, text: 'Bye', replyToChannelMessageId: channelMessageId });
    await crashAtEveryCall({
      prepare: prepareWithMessage(shop, reply),
      run: ({ item }) => runItem(item),
      verify: async ({ first }, { label }) => {
        const { conversation, messageCount } = await findState(shop, first);
        expect(conversation, label).toMatchObject({ unread_count: 2, last_message_text: 'Bye' });
        expect(messageCount, label).toBe(2);
      },
    });
  });

  it.each([
    ['edit', { kind: 'edited', text: 'Hello' } as const, { content_text: 'Hello' }, 'Hello'],
    ['deletion', { kind: 'deleted' } as const, { content_text: 'Hi', deleted_at: expect.any(String) }, null],
  ])('a crash at any call applies an %s to the message and its conversation', async (_, change, expected, lastText) => {
    const shop = await makeShop();
    await crashAtEveryCall({
      prepare: prepareWithMessage(shop, ({ channel, accountId, channelMessageId }) => {
        return { channel, accountId, channelMessageId, at: isoTime(Date.now()), ...change };
      }),
      run: ({ item }) => runItem(item),
      verify: async ({ first }, { label }) => {
        const { message, conversation } = await findState(shop, first);
        expect(message, label).toMatchObject(expected);
        expect(conversation, label).toMatchObject({ last_message_text: lastText, unread_count: 1 });
      },
    });
  });

  it('a crash at any call of a number change moves the contact to the new number and id', async () => {
    const shop = await makeShop();
    await crashAtEveryCall({
      prepare: async () => {
        const to = { phone: newPhone(), channelUserId: `DE.${randomUUID()}` };
        return {
          to,
          ...(await prepareWithMessage(shop, ({ channel, accountId, from }) => {
            return { kind: 'number_changed', channel, accountId, from, to, at: isoTime(Date.now()) };
          })()),
        };
      },
      run: ({ item }) => runItem(item),
      verify: async ({ first, to }, { label }) => {
        const byId = newMessage(shop, '', { from: { ...to, phone: null, name: null } });
        await runItem(byId);
        const { contact, messageCount } = await findState(shop, first);
        expect(contact?.phone, label).toBe(to.phone);
        expect(messageCount, label).toBe(2);
      },
    });
  });

  it('a crash at any call postpones an item whose message is not stored yet', async () => {
    const shop = await makeShop();
    await crashAtEveryCall({
      prepare: async (): Promise<InboundItem> => ({
        kind: 'status',
        channel: 'msgapp',
        accountId: shop.accounts.msgapp,
        channelMessageId: `wamid.${randomUUID()}`,
        status: 'delivered',
        at: isoTime(Date.now()),
        ourConversationId: newId(),
        ourMessageId: newId(),
        error: null,
      }),
      run: runItem,
      verify: async (item, { label }) => {
        const jobs = heldQueue.messages.map(({ queue, body, delaySeconds }) => ({ queue, body, delaySeconds }));
        expect(jobs, label).toContainEqual({
          queue: 'processInbound',
          body: { v: 1, item, postponements: 1 },
          delaySeconds: 2,
        });
      },
    });
  });
});
