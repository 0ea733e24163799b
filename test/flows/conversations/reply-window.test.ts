import { beforeAll, expect, it } from 'vitest';
import {
  getShopConversation,
  listShopConversations,
  makeShop,
  type Shop,
  simulateInbound,
  simulateInboundAndWait,
  waitForStoredMessage,
} from '../../support/channels/channels.ts';
import { postMessage } from '../../support/channels/simulator.ts';
import { newPhone } from '../../support/contacts.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await makeShop();
});

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

const daySeconds = 24 * 60 * 60;

const expiryOf = (writtenSeconds: number): string => new Date((writtenSeconds + daySeconds) * 1000).toISOString();

const readExpiry = async (conversationId: string): Promise<string | null> =>
  (await getShopConversation(shop, conversationId)).window_expires_at;

it('a window expires 24 hours after the customer wrote, by the clock of the channel, in the list and alone', async () => {
  const writtenSeconds = nowSeconds() - 3_600;
  const { conversation_id } = await simulateInboundAndWait(shop, { from: newPhone(), timestamp: writtenSeconds });
  expect(await readExpiry(conversation_id)).toBe(expiryOf(writtenSeconds));
  const listed = (await listShopConversations(shop)).find(({ id }) => id === conversation_id);
  expect(listed?.window_expires_at).toBe(expiryOf(writtenSeconds));
});

it('an edit, a deletion and our own messages leave the window as it is', async () => {
  const from = newPhone();
  const now = nowSeconds();
  const { conversation_id, channel_message_id } = await simulateInboundAndWait(shop, { from, timestamp: now - 600 });
  const id = channel_message_id ?? '';
  await simulateInbound(shop, { from, type: 'edit', reply_to: id, text: 'Hello', timestamp: now - 10 });
  await waitForStoredMessage(shop, id, { content_text: 'Hello' });
  await simulateInbound(shop, { from, type: 'revoke', reply_to: id, timestamp: now - 5 });
  await waitForStoredMessage(shop, id, { deleted_at: expect.stringMatching(/Z$/) });
  expect((await postMessage(shop.key, { to: from, text: 'Hi' })).status).toBe(201);
  expect(await readExpiry(conversation_id)).toBe(expiryOf(now - 600));
});

it('a conversation on social has a window and one on web has none', async () => {
  const social = await simulateInboundAndWait(shop, { channel: 'social', from: '1700000000000001', text: 'Hi' });
  const { last_inbound_at, window_expires_at } = await getShopConversation(shop, social.conversation_id);
  expect(Date.parse(window_expires_at ?? '') - Date.parse(last_inbound_at ?? '')).toBe(daySeconds * 1000);
  const web = await simulateInboundAndWait(shop, { channel: 'web', from: 'visitor-window', text: 'Hi' });
  const shown = { last_inbound_at: expect.stringMatching(/Z$/), window_expires_at: null };
  expect(await getShopConversation(shop, web.conversation_id)).toMatchObject(shown);
});
