import { randomUUID } from 'node:crypto';
import { beforeAll, expect, inject, it } from 'vitest';
import { connectSocial } from '../../../functions/domain/channels/connect.ts';
import {
  findStoredMessage,
  getShopConversation,
  listShopContacts,
  listShopConversations,
  makeShop,
  type Shop,
  simulateInbound,
  simulateInboundAndWait,
} from '../../support/channels/channels.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await makeShop();
});

const channel = 'social' as const;
const newPerson = (): string => String(1_000_000_000_000_000n + BigInt(`0x${randomUUID().slice(0, 8)}`));

it('a sender becomes a contact with the name and username of the profile', async () => {
  const fresh = await makeShop();
  const from = newPerson();
  const profile = { name: 'Ana Example', username: 'ana.example' };
  const message = await simulateInboundAndWait(fresh, { channel, from, ...profile, text: 'In stock?' });
  expect(message).toMatchObject({ content_type: 'text', content_text: 'In stock?', status: 'delivered' });
  const contact = { phone: null, social_username: 'ana.example' };
  expect(await listShopContacts(fresh)).toMatchObject([{ ...contact, name: 'Ana Example', channels: ['social'] }]);
  expect(await listShopConversations(fresh)).toMatchObject([{ channel, unread_count: 1, contact }]);
});

it('a sender without a readable profile is stored without a name and gets it later', async () => {
  const from = newPerson();
  const hidden = { channel, from, profile_error: 230, username: 'late' };
  const { conversation_id } = await simulateInboundAndWait(shop, hidden);
  const contact = { name: null, social_username: null };
  expect(await getShopConversation(shop, conversation_id)).toMatchObject({ contact });
  const visitor = newPerson();
  const unreachable = await makeShop();
  const { social: account_id } = unreachable.accounts;
  const connect = (access_token: string, base_url: string) =>
    connectSocial(unreachable.id, { account_id, access_token, base_url, api_version: 'v25.0' });
  await connect('token', 'http://127.0.0.1:1');
  const first = await simulateInboundAndWait(unreachable, { channel, from: visitor, username: 'cleo', name: 'Cleo' });
  await connect(`local-social-token-${account_id}`, inject('simulator').url);
  await simulateInboundAndWait(unreachable, { channel, from: visitor });
  const known = { name: 'Cleo', social_username: 'cleo' };
  expect(await getShopConversation(unreachable, first.conversation_id)).toMatchObject({ contact: known });
});

it('echoes and read receipts are not stored as messages', async () => {
  const from = newPerson();
  const echo = await simulateInbound(shop, { channel, from, type: 'echo', text: 'from us' });
  await simulateInbound(shop, { channel, from, type: 'read', reply_to: echo });
  await simulateInboundAndWait(shop, { channel, from: newPerson() });
  expect(await findStoredMessage(shop, echo, channel)).toBeUndefined();
});
