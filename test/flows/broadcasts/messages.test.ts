import { expect, it } from 'vitest';
import type { Conversation } from '../../../functions/model/conversations/conversation.ts';
import { eventNames } from '../../../functions/model/webhooks/webhook.ts';
import { findConversation } from '../../../functions/table/conversations/conversations.ts';
import { postBroadcast, startBroadcast, waitForBroadcast } from '../../support/broadcasts/broadcasts.ts';
import {
  callSimulator,
  countUsedMessages,
  listMessages,
  makeQuietSender,
  makeSendingWorkspace,
} from '../../support/channels/simulator.ts';
import { call } from '../../support/client.ts';
import { makeContact, newPhone } from '../../support/contacts.ts';
import { listConversations } from '../../support/messages/conversations.ts';
import { startReceiver } from '../../support/network/receiver.ts';
import { makeWebhook } from '../../support/webhooks.ts';

it('a message of a broadcast is listed, reported to webhooks and can be replied to', async () => {
  const sender = await makeSendingWorkspace();
  const { url, received } = await startReceiver();
  await makeWebhook(sender.id, url, [...eventNames]);
  const phone = newPhone();
  const { id } = await startBroadcast(sender.key, [phone]);
  await waitForBroadcast(sender.id, id, { status: 'sent', delivered_count: 1 });
  const [conversation] = await listConversations(sender.key);
  expect(conversation).toMatchObject({ channel: 'msgapp', unread_count: 0, last_message_at: expect.any(String) });
  expect(conversation).not.toHaveProperty('awaiting_reply');
  const [message] = await listMessages(sender.key, conversation?.id ?? '');
  const sent = { direction: 'outbound', sender_type: 'bot', content_type: 'template', template_name: 'hello_world' };
  expect(message).toMatchObject({ ...sent, status: 'delivered' });
  expect(message).not.toHaveProperty('broadcast');
  const eventsReceived = () => received.map(({ event }) => event.event);
  const creation = ['contact.created', 'conversation.created', 'message.status_updated'];
  await expect.poll(eventsReceived).toEqual(expect.arrayContaining(creation));
  await expect.poll(eventsReceived).toContain('broadcast.completed');
  const completed = received.find(({ event }) => event.event === 'broadcast.completed')?.event.data['broadcast'];
  expect(completed).toMatchObject({ id, status: 'sent', accepted: 1, sent_count: 1, pending_count: 0 });
  for (const text of ['Thanks', 'Bye'])
    await callSimulator('POST', '/inbound', { channel: 'msgapp', account_id: sender.number.id, from: phone, text });
  await expect.poll(async () => readUnreadCount(sender.key), { interval: 500 }).toBe(2);
  await waitForBroadcast(sender.id, id, { replied_count: 1 });
  expect(eventsReceived()).not.toContain('message.sent');
  expect(eventsReceived().filter((name) => name === 'broadcast.completed')).toHaveLength(1);
});

it('a broadcast reuses existing contacts and conversations', async () => {
  const sender = await makeSendingWorkspace();
  const contact = await makeContact(sender.key, { name: 'Ana' });
  const { json } = await postBroadcast(sender.key, { contact_ids: [contact.id] });
  await waitForBroadcast(sender.id, json.data.id, { status: 'sent' });
  const second = await startBroadcast(sender.key, [contact.phone ?? '']);
  await waitForBroadcast(sender.id, second.id, { status: 'sent' });
  const conversations = await listConversations(sender.key);
  expect(conversations).toMatchObject([{ contact: { id: contact.id, name: 'Ana' } }]);
  expect(await listMessages(sender.key, conversations[0]?.id ?? '')).toHaveLength(2);
  expect(await countUsedMessages(sender.id)).toBe(2);
});

it('the list of conversations shows that the message of a broadcast did not arrive', async () => {
  const sender = await makeQuietSender();
  const { id } = await startBroadcast(sender.key, [newPhone()]);
  await waitForBroadcast(sender.id, id, { sent_count: 1 });
  const [conversation] = await listConversations(sender.key);
  const [message] = await listMessages(sender.key, conversation?.id ?? '');
  await callSimulator('POST', '/status', { message_id: message?.msgapp_message_id, status: 'failed' });
  const shown = async () => (await findConversation(sender.id, conversation?.id ?? ''))?.last_message;
  await expect.poll(shown).toMatchObject({ author: { kind: 'broadcast' }, status: 'failed' });
});

const readUnreadCount = async (key: string): Promise<number | undefined> =>
  (await call<{ data: Conversation[] }>('GET', '/conversations', { key })).json.data[0]?.unread_count;
