import { expect, it } from 'vitest';
import {
  getShopConversation,
  listShopContacts,
  listShopConversations,
  listShopMessages,
  makeShop,
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
    },
  ]);
  const created = { id: conversation?.contact_id, phone: from, name: 'Ana', channels: ['msgapp'] };
  expect(await listShopContacts(fresh)).toMatchObject([created]);
});

it('a first message joins the contact that the workspace has created, and keeps its name', async () => {
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
