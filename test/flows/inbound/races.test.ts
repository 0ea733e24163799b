import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import type { InboundItem, InboundMessage } from '../../../functions/model/inbound/inbound.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { queryContacts } from '../../../functions/table/contacts/contacts.ts';
import { findConversation } from '../../../functions/table/conversations/conversations.ts';
import { queryMessages } from '../../../functions/table/messages/messages.ts';
import { listShopConversations, makeShop, type Shop, waitForStoredMessage } from '../../support/channels/channels.ts';
import { call } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { newInboundText } from '../../support/messages/inbound-items.ts';

const firstPage = { limit: 10, after: undefined };
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
  ])(
    'six concurrent first messages identified %s create one contact and one conversation, whose last is the newest',
    async (_, newSender) => {
      const shop = await makeShop();
      const from = newSender();
      await Promise.all(Array.from({ length: 6 }, () => runItem(newMessage(shop, { from }))));
      expect((await queryContacts(shop.id, firstPage)).items).toHaveLength(1);
      const [conversation, ...others] = await listShopConversations(shop);
      const { items } = await queryMessages(conversation?.id ?? '', firstPage);
      expect([items.length, others]).toEqual([6, []]);
      const last_message_at = items[0]?.created_at;
      expect(conversation).toMatchObject({ channel: 'msgapp', unread_count: 6, last_message_at });
    },
  );

  it('concurrent messages and POST /contacts with the same number create one contact', async () => {
    const shop = await makeShop();
    const from = { phone: newPhone(), channelUserId: null, name: 'Ana' };
    await Promise.all([
      ...Array.from({ length: 3 }, () => runItem(newMessage(shop, { from }))),
      ...Array.from({ length: 3 }, () => call('POST', '/contacts', { key: shop.key, body: { phone: from.phone } })),
    ]);
    expect((await queryContacts(shop.id, firstPage)).items).toHaveLength(1);
    expect(await listShopConversations(shop)).toMatchObject([{ unread_count: 3 }]);
  });
});

it('a message delivered six times at once is stored and counted once', async () => {
  const shop = await makeShop();
  const message = newMessage(shop, { from: { phone: newPhone(), channelUserId: null, name: null } });
  await Promise.all(Array.from({ length: 6 }, () => runItem(message)));
  const [conversation, ...others] = await listShopConversations(shop);
  expect([conversation?.unread_count, others]).toEqual([1, []]);
  expect((await queryMessages(conversation?.id ?? '', firstPage)).items).toHaveLength(1);
  expect((await queryContacts(shop.id, firstPage)).items).toHaveLength(1);
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
    { numRuns: 4, examples: [[[0, 2, 1, 3, 4, 6, 5, 7]], [[3, 2, 1, 0, 7, 6, 5, 4]]] },
  );
});
