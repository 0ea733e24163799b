import { randomUUID } from 'node:crypto';
import { beforeAll, expect, inject, it } from 'vitest';
import { connectSocial } from '../../../functions/domain/channels/connect.ts';
import {
  findStoredMessage,
  getShopConversation,
  listShopContacts,
  listShopConversations,
  listShopMessages,
  makeShop,
  type Shop,
  simulateInbound,
  simulateInboundAndWait,
} from '../../support/channels/channels.ts';
import { call } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';

it('a first message creates a contact and an open conversation with one unread message', async () => {
  const fresh = await makeShop();
  const from = newPhone();
  const writtenAt = Math.floor(Date.now() / 1000) - 60;
  const sent = { from, name: 'Ana', text: 'Hi', timestamp: writtenAt };
  const { id, channel_message_id } = await simulateInboundAndWait(fresh, sent);
  const [conversation, ...others] = await listShopConversations(fresh);
  expect(others).toEqual([]);
  const contact = { phone: from, name: 'Ana', social_username: null, email: null, company: null, tags: [] };
  const last = { last_message_text: 'Hi', last_inbound_at: new Date(writtenAt * 1000).toISOString(), unread_count: 1 };
  expect(conversation).toMatchObject({ channel: 'msgapp', status: 'open', assigned_agent_id: null, ...last, contact });
  const ids = { id, conversation_id: conversation?.id, message_id: channel_message_id };
  const unset = { media_url: null, template_name: null, reply_to_message_id: null, interactive_reply_id: null };
  expect(await listShopMessages(fresh, conversation?.id ?? '')).toEqual([
    {
      ...{
        ...ids,
        ...unset,
        msgapp_message_id: channel_message_id,
        status: 'delivered',
        deleted_at: null,
        error: null,
      },
      ...{ direction: 'inbound', sender_type: 'customer', content_type: 'text', content_text: 'Hi' },
      created_at: conversation?.last_message_at,
      sent_at: last.last_inbound_at,
    },
  ]);
  const created = { id: conversation?.contact_id, phone: from, name: 'Ana', channels: ['msgapp'] };
  expect(await listShopContacts(fresh)).toMatchObject([created]);
});

it('a first message joins the contact that the workspace has created without renaming it', async () => {
  const fresh = await makeShop();
  const [phone, named] = [newPhone(), newPhone()];
  await call('POST', '/contacts', { key: fresh.key, body: { phone, company: 'Acme' } });
  await call('POST', '/contacts', { key: fresh.key, body: { phone: named, name: 'Dr. Bea' } });
  for (const from of [phone, named]) await simulateInboundAndWait(fresh, { from, name: 'Ana' });
  const joined = { phone, name: 'Ana', company: 'Acme', channels: ['msgapp'] };
  expect(await listShopContacts(fresh)).toMatchObject([{ phone: named, name: 'Dr. Bea' }, joined]);
  const conversations = [{ contact: { name: 'Dr. Bea' } }, { contact: { name: 'Ana', company: 'Acme' } }];
  expect(await listShopConversations(fresh)).toMatchObject(conversations);
});

it('a sender without a phone number is matched by the channel’s user id and gets the number later', async () => {
  const fresh = await makeShop();
  const from = newPhone();
  const hidden = await simulateInboundAndWait(fresh, { from, omit_from: true, username: 'ana.example' });
  expect(await listShopContacts(fresh)).toMatchObject([{ phone: null, name: 'ana.example' }]);
  const identified = await simulateInboundAndWait(fresh, { from, name: 'Ana' });
  expect(identified.conversation_id).toBe(hidden.conversation_id);
  expect(await listShopContacts(fresh)).toMatchObject([{ phone: from, name: 'ana.example' }]);
  expect(await getShopConversation(fresh, identified.conversation_id)).toMatchObject({ contact: { phone: from } });
  const hiddenAgain = await simulateInboundAndWait(fresh, { from, omit_from: true });
  expect(hiddenAgain.conversation_id).toBe(hidden.conversation_id);
});

it('a message without a number and user id is stored', async () => {
  const fresh = await makeShop();
  const hidden = { from: newPhone(), omit_from: true, wire: { from_user_id: null } };
  const message = await simulateInboundAndWait(fresh, hidden);
  expect(await getShopConversation(fresh, message.conversation_id)).toMatchObject({ contact: { phone: null } });
});

it('a sender from Brazil has one contact with a number in E.164, although the channel writes it differently', async () => {
  const phone = '+5511987654321';
  for (const isKnown of [true, false]) {
    const fresh = await makeShop();
    if (isKnown) await call('POST', '/contacts', { key: fresh.key, body: { phone } });
    await simulateInboundAndWait(fresh, { from: phone });
    expect(await listShopContacts(fresh)).toMatchObject([{ phone }]);
  }
});

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
