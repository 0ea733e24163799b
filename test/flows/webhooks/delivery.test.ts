import { describe, expect, it } from 'vitest';
import { eventNames } from '../../../functions/model/webhooks/webhook.ts';
import {
  listShopConversations,
  listShopMessages,
  makeShop,
  type Shop,
  simulateInbound,
  simulateInboundAndWait,
} from '../../support/channels/channels.ts';
import { callSimulator, postMessage } from '../../support/channels/simulator.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { makeContact, newPhone, patchContact } from '../../support/contacts.ts';
import { makeWorkspaceWithWebhook, readLog } from '../../support/deliveries.ts';
import { apiDocument, findFaults, resolveRef } from '../../support/described-api.ts';
import { type ReceivedRequest, respondWith, startReceiver } from '../../support/network/receiver.ts';
import { getWebhook, makeWebhook, newStreak, postWebhook, updateStoredWebhook } from '../../support/webhooks.ts';

const named = (received: ReceivedRequest[], name: string) =>
  received.map(({ event }) => event).filter(({ event }) => event === name);

describe('a webhook', () => {
  it('a webhook gets contact.created however the contact was created, with the time of its creation', async () => {
    const { url, received } = await startReceiver();
    const { id: workspaceId, key } = await makeWorkspace();
    const { json } = await postWebhook(key, { url, events: ['contact.created'] });
    const contact = await makeContact(key, { name: 'Ana' });
    await expect.poll(() => received.length).toBe(1);
    expect(received[0]?.event).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      event: 'contact.created',
      occurred_at: contact.created_at,
      account_id: workspaceId,
      data: { contact_id: contact.id, phone: contact.phone, name: 'Ana' },
    });
    expect(received[0]?.headers['x-service-webhook-id']).toBe(json.data.id);
    await expect.poll(() => getWebhook(key, json.data.id)).toMatchObject({ last_delivery_at: expect.any(String) });
  });
});

/** A shop with a webhook that subscribes to all events. */
const makeListeningShop = async () => {
  const { url, received } = await startReceiver();
  const shop = await makeShop();
  await makeWebhook(shop.id, url, [...eventNames]);
  return { shop, received };
};

const onlyConversation = async (shop: Shop) => {
  await expect.poll(() => listShopConversations(shop)).toHaveLength(1);
  const [conversation] = await listShopConversations(shop);
  return { conversation_id: conversation?.id ?? '', contact_id: conversation?.contact_id ?? '' };
};

describe('an inbound message', () => {
  it('a first msgapp message becomes three events, as the OpenAPI document describes them', async () => {
    const { shop, received } = await makeListeningShop();
    const from = newPhone();
    const msgapp_message_id = await simulateInbound(shop, { from, name: 'Ana', text: 'Hi' });
    await expect.poll(() => received.length).toBe(3);
    const { conversation_id, contact_id } = await onlyConversation(shop);
    const common = { conversation_id, contact_id };
    expect(named(received, 'contact.created')[0]?.data).toEqual({ contact_id, phone: from, name: 'Ana' });
    expect(named(received, 'conversation.created')[0]?.data).toEqual(common);
    expect(named(received, 'message.received')[0]?.data).toEqual({
      ...common,
      msgapp_message_id,
      content_type: 'text',
      text: 'Hi',
    });
    for (const request of received) expectDescribed(request);
  });
});

describe('an outbound message', () => {
  it('only the event about a failed message has an error: the reason of the channel', async () => {
    const { shop, received } = await makeListeningShop();
    const { json } = await postMessage(shop.key, { to: '+491515550002', text: 'Hi' });
    const { msgapp_message_id, conversation_id } = json.data;
    const receipts = () => named(received, 'message.status_updated').map(({ data }) => data);
    const findReceipt = (status: string) => receipts().find((data) => data['status'] === status);
    await expect.poll(() => findReceipt('failed')).toBeDefined();
    expect(findReceipt('failed')).toEqual({
      msgapp_message_id,
      conversation_id,
      status: 'failed',
      error: { code: '131026', message: expect.stringMatching(/^\(#131026\) Message undeliverable\. /) },
    });
    const listErrors = async () => (await listShopMessages(shop, conversation_id)).map(({ error }) => error);
    expect(await listErrors()).toEqual([findReceipt('failed')?.['error']]);
    await callSimulator('POST', '/status', { message_id: msgapp_message_id, status: 'delivered' });
    await expect.poll(() => findReceipt('delivered')).toBeDefined();
    expect(findReceipt('delivered')).toEqual({ msgapp_message_id, conversation_id, status: 'delivered' });
    expect(await listErrors()).toEqual([null]);
    for (const request of received) expectDescribed(request);
  });
});

const names = ['message.sent', 'conversation.updated', 'contact.updated', 'contact.deleted'] as const;

it('a send, each change of a conversation or contact and an erasure is one event, and activity is none', async () => {
  const { url, received } = await startReceiver();
  const shop = await makeShop();
  await makeWebhook(shop.id, url, [...names]);
  const from = newPhone();
  await simulateInboundAndWait(shop, { from, name: 'Ana', text: 'Hi' });
  const place = await onlyConversation(shop);
  const path = `/conversations/${place.conversation_id}`;
  const { json } = await postMessage(shop.key, { to: from, text: 'Hello' });
  await call('PATCH', path, { key: shop.key, body: { status: 'closed' } });
  await simulateInboundAndWait(shop, { from, text: 'Again' });
  await patchContact(shop.key, place.contact_id, { name: 'Bea', tags: ['vip'] });
  await patchContact(shop.key, place.contact_id, { name: 'Bea', tags: ['vip'] });
  await simulateInboundAndWait(shop, { from, text: 'STOP' });
  const listData = () => received.map(({ event }) => [event.event, event.data]);
  await expect.poll(() => received.length).toBe(5);
  const contact = { id: place.contact_id, name: 'Bea', tags: [{ name: 'vip' }] };
  const message = { message_id: json.data.message_id, channel: 'msgapp', content_type: 'text', text: 'Hello' };
  const conversation = { ...place, assigned_agent_id: null, changed: ['status'], team_id: null };
  const { contact_id } = place;
  expect(listData()).toEqual(
    expect.arrayContaining([
      ['message.sent', { ...place, ...message, sent_by: 'api' }],
      ['conversation.updated', { ...conversation, status: 'closed' }],
      ['conversation.updated', { ...conversation, status: 'open' }],
      ['contact.updated', expect.objectContaining({ contact_id, changed: ['name', 'tags'] })],
      ['contact.updated', expect.objectContaining({ contact_id, changed: ['opted_out_at'] })],
    ]),
  );
  for (const { data } of named(received, 'contact.updated')) expect(data['contact']).toMatchObject(contact);
  await call('DELETE', `/contacts/${contact_id}`, { key: shop.key });
  await expect.poll(() => listData().at(-1)).toEqual(['contact.deleted', { contact_id }]);
  expect(new Set(received.map(({ event }) => event.id)).size).toBe(6);
});

it('a failing webhook delays no other webhook and is switched off after fifteen events', async () => {
  const { url, received } = await startReceiver(respondWith(410));
  const good = await startReceiver();
  const { key, workspaceId, id } = await makeWorkspaceWithWebhook(url);
  await updateStoredWebhook(workspaceId, id, newStreak(13));
  await makeWebhook(workspaceId, good.url);
  for (let n = 0; n < 2; n += 1) await makeContact(key);
  await expect.poll(() => getWebhook(key, id)).toMatchObject({ is_active: false, failure_count: 15 });
  await expect.poll(() => good.received.length).toBe(2);
  await makeContact(key);
  await expect.poll(() => readLog(workspaceId, id, { status: 'skipped', limit: 10 })).toHaveLength(1);
  expect(received).toHaveLength(2);
});

/** The document must describe the body, and exactly the headers that Node and HTTP do not add themselves. */
const expectDescribed = ({ event, headers }: ReceivedRequest): void => {
  const operation = apiDocument.webhooks[event.event]?.post;
  if (!operation) throw new Error(`The document has no event ${event.event}.`);
  expect(findFaults(operation.requestBody?.content?.['application/json'].schema ?? {}, event)).toEqual([]);
  const described = operation.parameters.map((parameter) => resolveRef(parameter).name?.toLowerCase());
  expect(
    Object.keys(headers)
      .filter((name) => /^(x-|webhook-)/.test(name))
      .sort(),
  ).toEqual(described.sort());
};
