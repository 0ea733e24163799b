import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import type { InboundItem, InboundMessage } from '../../../functions/model/inbound/inbound.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { findConversation } from '../../../functions/table/conversations/conversations.ts';
import {
  listShopContacts,
  listShopConversations,
  listShopMessages,
  makeShop,
  type Shop,
  waitForStoredMessage,
} from '../../support/channels/channels.ts';
import { call } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { newInboundText } from '../../support/messages/inbound-items.ts';

const nobody = { phone: null, channelUserId: null, name: null };

const newMessage = ({ accounts }: Shop, fields: Partial<InboundMessage>): InboundMessage => ({
  ...newInboundText(accounts.msgapp, '', 'Hi'),
  ...{ from: nobody, sentAt: isoTime(Date.now() - 1_000), ...fields },
});

const runItem = (item: InboundItem): Promise<void> => processInbound({ item, postponements: 0 });

describe('concurrent first messages of one customer', () => {
  it.each<[string, () => InboundMessage['from']]>([
    ['by number and id', () => ({ phone: newPhone(), channelUserId: `DE.${randomUUID()}`, name: null })],
    ['by the channel’s id', () => ({ phone: null, channelUserId: `DE.${randomUUID()}`, name: 'Ana' })],
  ])('ten concurrent first messages identified %s create one contact and one conversation', async (_, newSender) => {
    const shop = await makeShop();
    const from = newSender();
    await Promise.all(Array.from({ length: 10 }, () => runItem(newMessage(shop, { from }))));
    expect(await listShopContacts(shop)).toHaveLength(1);
    const conversations = await listShopConversations(shop);
    expect(conversations).toMatchObject([{ channel: 'msgapp', unread_count: 10 }]);
    expect(await listShopMessages(shop, conversations[0]?.id ?? '')).toHaveLength(10);
  });

  it('concurrent messages and POST /contacts with the same number create one contact', async () => {
    const shop = await makeShop();
    const from = { phone: newPhone(), channelUserId: null, name: 'Ana' };
    await Promise.all([
      ...Array.from({ length: 5 }, () => runItem(newMessage(shop, { from }))),
      ...Array.from({ length: 5 }, () => call('POST', '/contacts', { key: shop.key, body: { phone: from.phone } })),
    ]);
    expect(await listShopContacts(shop)).toHaveLength(1);
    expect(await listShopConversations(shop)).toMatchObject([{ unread_count: 5 }]);
  });
});

it('twelve concurrent messages are all counted and the newest is the last', async () => {
  const shop = await makeShop();
  const from = { phone: newPhone(), channelUserId: null, name: null };
  await runItem(newMessage(shop, { from }));
  const texts = Array.from({ length: 12 }, (_, index) => `message ${index}`);
  await Promise.all(texts.map((text) => runItem(newMessage(shop, { from, text }))));
  const [conversation] = await listShopConversations(shop);
  const [newest, ...older] = await listShopMessages(shop, conversation?.id ?? '');
  expect(older).toHaveLength(12);
  expect(conversation).toMatchObject({ unread_count: 13, last_message_at: newest?.created_at });
});

it('a message delivered ten times at once is stored and counted once', async () => {
  const shop = await makeShop();
  const message = newMessage(shop, { from: { phone: newPhone(), channelUserId: null, name: null } });
  await Promise.all(Array.from({ length: 10 }, () => runItem(message)));
  const [conversation, ...others] = await listShopConversations(shop);
  expect([conversation?.unread_count, others]).toEqual([1, []]);
  expect(await listShopMessages(shop, conversation?.id ?? '')).toHaveLength(1);
  expect(await listShopContacts(shop)).toHaveLength(1);
});

it('messages, an edit and a deletion leave the same state in any order and number', async () => {
  const shop = await makeShop();
  const steps = 4;
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...Array(steps * 2).keys()], { minLength: steps * 2 }), async (order) => {
      const from = { phone: newPhone(), channelUserId: null, name: null };
      const first = newMessage(shop, { from, text: 'first', sentAt: isoTime(Date.now() - 50_000) });
      const second = newMessage(shop, { from, text: 'second', sentAt: isoTime(Date.now() - 40_000) });
      const about = ({ channel, accountId, channelMessageId }: InboundMessage, secondsAgo: number) => {
        return { channel, accountId, channelMessageId, at: isoTime(Date.now() - secondsAgo * 1_000) };
      };
      const edit = { kind: 'edited', ...about(first, 30), text: 'first, edited' } as const;
      const deletion = { kind: 'deleted', ...about(second, 20) } as const;
      const items = [first, second, edit, deletion];
      // Early edits are postponed to the queue; applying them again here saves the wait.
      for (const index of order) await runItem(items[index % steps] ?? first);
      await runItem(edit);
      await runItem(deletion);
      const stored = await waitForStoredMessage(shop, first.channelMessageId, { content_text: 'first, edited' });
      await waitForStoredMessage(shop, second.channelMessageId, { deleted_at: deletion.at });
      const shown = { unread_count: 2, last_inbound_at: second.sentAt };
      expect(await findConversation(shop.id, stored.conversation_id)).toMatchObject(shown);
    }),
    { numRuns: 6 },
  );
});
