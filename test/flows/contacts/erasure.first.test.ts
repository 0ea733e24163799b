import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { listAuditEntries } from '../../../functions/domain/audit/audit-log.ts';
import { deliver } from '../../../functions/domain/deliveries/deliver.ts';
import { listMessageEventIds, toEvents } from '../../../functions/domain/deliveries/events.ts';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import { addNote } from '../../../functions/domain/inbox/notes.ts';
import { deleteWebhook } from '../../../functions/domain/webhooks/webhooks.ts';
import type { DeliveryJob } from '../../../functions/model/jobs/deliveries.ts';
import { eventNames } from '../../../functions/model/webhooks/webhook.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findContact, findContactIdByPhone } from '../../../functions/table/contacts/contacts.ts';
import { findDelivery } from '../../../functions/table/deliveries/deliveries.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { queryMessages } from '../../../functions/table/messages/messages.ts';
import {
  listShopContacts,
  listShopConversations,
  makeShop,
  type Shop,
  simulateInboundAndWait,
} from '../../support/channels/channels.ts';
import { postMessage } from '../../support/channels/simulator.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { type ContactList, makeContact, patchContact, postBatch, postContact } from '../../support/contacts.ts';
import { toCaller } from '../../support/dashboard/resources.ts';
import {
  makeWorkspaceWithWebhook,
  newDeliveryJob,
  readLog,
  storeDelivery,
  type TestWebhook,
} from '../../support/deliveries.ts';
import { deleteContact, findItemsWith, makeNextPass, newOwnPhone, waitForFirstPass } from '../../support/erasures.ts';
import { holdQueues, startTestClock, takeJobs } from '../../support/messages/held-messages.ts';
import { newInboundText } from '../../support/messages/inbound-items.ts';
import { getMedia, waitForMedia } from '../../support/messages/media.ts';
import { respondWith, startReceiver } from '../../support/network/receiver.ts';
import { addContacts, getSegment, makeSegment } from '../../support/segments.ts';
import { makeWebhook, patchWebhook } from '../../support/webhooks.ts';

const listIds = async (key: string, path: string): Promise<string[]> =>
  (await call<ContactList>('GET', path, { key })).json.data.map(({ id }) => id);

/** A person with tags, a segment, a conversation with both directions, events and a stored answer. */
const makePerson = async (shop: Shop) => {
  const phone = newOwnPhone();
  const mark = randomUUID();
  const idempotencyKey = randomUUID();
  const fields = { phone, name: `Ana ${mark}`, email: `${mark}@example.com`, company: 'Acme', tags: [`tag ${mark}`] };
  const { id } = (await postContact(shop.key, fields, { 'Idempotency-Key': idempotencyKey })).json.data;
  const segment = await makeSegment(shop.key, { name: `Static ${newId()}` });
  await addContacts(shop.key, segment.id, [id]);
  await patchContact(shop.key, id, { company: 'Northwind' });
  const message = await simulateInboundAndWait(shop, { from: phone, text: `Hello from ${mark}` });
  await postMessage(shop.key, { to: phone, text: `Dear ${mark}` });
  const agent = { user: { id: newId(), name: 'Agnes', email: '' } };
  await addNote(toCaller(shop.id, agent), message.conversation_id, newId(), { text: `A friend of ${mark}` });
  return { id, phone, mark, idempotencyKey, fields, segmentId: segment.id, conversationId: message.conversation_id };
};

describe('DELETE /contacts/{id}', () => {
  it('an erased contact is gone from every read at once', async () => {
    const shop = await makeShop();
    const { key } = shop;
    const { id, phone, mark, segmentId, conversationId } = await makePerson(shop);
    const filter = { match: 'all', rules: [{ field: 'tag', op: 'has', value: `tag ${mark}` }] };
    const dynamic = await makeSegment(key, { name: `Dynamic ${mark}`, kind: 'dynamic', filter });
    const other = await makeContact(key);
    const { status, json } = await deleteContact(key, id);
    expect([status, json.data]).toEqual([202, { id, erased: true }]);
    const conversation = `/conversations/${conversationId}`;
    for (const path of [`/contacts/${id}`, conversation, `${conversation}/messages`])
      expect((await call('GET', path, { key })).status).toBe(404);
    expect((await patchContact(key, id, { name: 'Back' })).status).toBe(404);
    expect(await listIds(key, '/contacts')).toEqual([other.id]);
    for (const query of [`search=${mark}`, `tag=tag ${mark}`, `phone=${encodeURIComponent(phone)}`])
      expect(await listIds(key, `/contacts?${query}`)).toEqual([]);
    for (const list of [segmentId, dynamic.id]) expect(await listIds(key, `/segments/${list}/contacts`)).toEqual([]);
    for (const query of ['', '?status=open', `?contact_id=${id}`])
      expect(await listIds(key, `/conversations${query}`)).toEqual([]);
    expect((await getSegment(key, dynamic.id)).member_count).toBe(0);
  });

  it('the files that the person sent are gone with the first pass', async () => {
    const shop = await makeShop();
    const message = await simulateInboundAndWait(shop, { from: newOwnPhone(), type: 'image' });
    await waitForMedia(message);
    const { headers } = await getMedia(shop.key, message.id);
    const link = headers.get('location') ?? '';
    expect((await fetch(link)).status).toBe(200);
    const [contact] = await listShopContacts(shop);
    await deleteContact(shop.key, contact?.id ?? '');
    await waitForFirstPass(shop.id, contact?.id ?? '');
    expect((await getMedia(shop.key, message.id)).status).toBe(404);
    expect((await fetch(link)).status).toBe(404);
    const erasure = await makeNextPass(startTestClock(), shop.id, contact?.id ?? '');
    expect(erasure).toMatchObject({ status: 'done', progress: { counts: { media: 1 } } });
  });

  it('four concurrent requests erase the contact once', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { id } = await makeContact(key, { tags: ['vip'] });
    const responses = await Promise.all(Array.from({ length: 4 }, () => deleteContact(key, id)));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 202));
    expect((await deleteContact(key, id)).json.data).toEqual({ id, erased: true });
    const page = { limit: 10, after: undefined };
    const { items } = await listAuditEntries(workspaceId, { action: 'contact.erased' }, page);
    expect(items).toHaveLength(1);
  });

  it('nothing of the person is left in the table after the last pass, but the proof', async () => {
    const time = startTestClock();
    const shop = await makeShop();
    const { url } = await startReceiver();
    const webhook = await makeWebhook(shop.id, url, [...eventNames]);
    const { id, phone, mark, segmentId, conversationId, fields, idempotencyKey } = await makePerson(shop);
    const isDelivered = async () => (await readLog(shop.id, webhook.id, { status: 'delivered', limit: 10 })).length;
    await expect.poll(isDelivered, { interval: 200 }).toBeGreaterThanOrEqual(5);
    const numbers = [phone, phone.slice(1), mark, conversationId];
    await deleteContact(shop.key, id);
    await waitForFirstPass(shop.id, id);
    expect((await getSegment(shop.key, segmentId)).member_count).toBe(0);
    const readEvents = () => readLog(shop.id, webhook.id, { limit: 10 });
    await expect.poll(readEvents, { interval: 200 }).toMatchObject([{ event: { name: 'contact.deleted' } }]);
    // An attempt that was under way records its event only now.
    const messages = await queryMessages(conversationId, { limit: 10, after: undefined });
    const [eventId = ''] = messages.items.flatMap(listMessageEventIds);
    await storeDelivery({ workspaceId: shop.id, id: webhook.id }, { event: { id: eventId, data: { text: mark } } });
    const erasure = await makeNextPass(time, shop.id, id);
    const removed = { messages: 2, notes: 1, deliveries: 6, memberships: 1, answers: 1, pointers: 2 };
    const counts = { conversations: 1, ...removed, recipients: 0 };
    expect(erasure).toMatchObject({ status: 'done', traces: null, progress: { counts } });
    const tag = `WS#${shop.id}#TAG tag ${mark}`;
    expect(await findItemsWith(numbers)).toEqual([tag]);
    expect(await findItemsWith([id])).toEqual(expect.arrayContaining([`WS#${shop.id}#ERASURE ${id}`]));
    const { items } = await listAuditEntries(shop.id, { action: 'contact.erased' }, { limit: 10, after: undefined });
    const actor = { kind: 'key', name: 'Test key' };
    expect(items).toMatchObject([{ actor, target: { id, name: id }, outcome: 'done' }]);
    const counted = Object.entries(counts).filter(([, count]) => count > 0);
    expect(items[0]?.details).toBe(counted.map(([kind, count]) => `${kind}: ${count}`).join(', '));
    const replay = await postContact(shop.key, fields, { 'Idempotency-Key': idempotencyKey });
    expect([replay.status, replay.json.error?.code]).toEqual([404, 'not_found']);
    expect(await listShopContacts(shop)).toEqual([]);
  });
});

describe('after an erasure', () => {
  it('only a message received after the erasure starts a new contact with the number', async () => {
    const time = startTestClock();
    const shop = await makeShop();
    const phone = newOwnPhone();
    const { id } = await makeContact(shop.key, { phone, name: 'Ana', email: 'ana@example.com', tags: ['vip'] });
    const receivedAt = isoTime(Date.now());
    await deleteContact(shop.key, id);
    const late = newInboundText(shop.accounts.msgapp, phone, 'Sent before');
    await processInbound({ item: late, postponements: 0, receivedAt });
    expect(await listShopContacts(shop)).toEqual([]);
    await simulateInboundAndWait(shop, { from: phone, text: 'Me again' });
    const [contact, ...others] = await listShopContacts(shop);
    expect(others).toEqual([]);
    expect(contact).toMatchObject({ phone, name: null, email: null, tags: [] });
    expect(contact?.id).not.toBe(id);
    await makeNextPass(time, shop.id, id);
    expect(await listShopContacts(shop)).toEqual([contact]);
    expect(await listShopConversations(shop)).toMatchObject([{ last_message_text: 'Me again', unread_count: 1 }]);
    const pointer = { contact_id: contact?.id, conversation_id: expect.any(String) };
    expect(await findItem(keys.phone(shop.id, phone))).toEqual({ ...keys.phone(shop.id, phone), ...pointer });
  });

  const ways = {
    post: async ({ key }: Shop, phone: string) => (await postContact(key, { phone })).json.data.id,
    send: async ({ key }: Shop, to: string) => (await postMessage(key, { to, text: 'Hi' })).json.data.contact_id,
    import: async ({ key }: Shop, phone: string) => {
      const [result] = (await postBatch(key, [{ phone, name: 'Ana' }])).json.data.results;
      return String(result?.contact_id);
    },
  };

  it('a new contact can have the number at once, however it is created', async () => {
    const shop = await makeShop();
    for (const [way, create] of Object.entries(ways)) {
      const phone = newOwnPhone();
      const { id } = await makeContact(shop.key, { phone, tags: ['old'] });
      await deleteContact(shop.key, id);
      const created = await create(shop, phone);
      expect(created, way).not.toBe(id);
      expect(await findContactIdByPhone(shop.id, phone), way).toBe(created);
      await waitForFirstPass(shop.id, id);
      expect(await findContact(shop.id, created), way).toMatchObject({ phone });
    }
  });

  it('the user id of a customer on social and web leads nowhere and then is gone', async () => {
    const time = startTestClock();
    const shop = await makeShop();
    const people = [
      { channel: 'social', from: String(Date.now()) },
      { channel: 'web', from: randomUUID() },
    ] as const;
    const erased: string[] = [];
    for (const { channel, from } of people) {
      const first = await simulateInboundAndWait(shop, { channel, from, name: 'Ana', text: 'Hi' });
      await deleteContact(shop.key, first.contact_id);
      expect(await listShopContacts(shop)).toEqual([]);
      const second = await simulateInboundAndWait(shop, { channel, from, text: 'Again' });
      expect(second.contact_id).not.toBe(first.contact_id);
      await deleteContact(shop.key, second.contact_id);
      erased.push(first.contact_id, second.contact_id);
    }
    for (const id of erased) await makeNextPass(time, shop.id, id);
    expect(await findItemsWith(people.map(({ channel, from }) => `${channel.toUpperCase()}#${from}`))).toEqual([]);
  });
});

describe('events about an erased contact', () => {
  beforeEach(holdQueues);

  /** The job of a contact's event, which the service does not deliver: the webhook subscribes to it only afterwards. */
  const makeContactJob = async (webhook: TestWebhook): Promise<DeliveryJob & { contactId: string }> => {
    const { id } = await makeContact(webhook.key);
    const [event] = toEvents({ before: undefined, after: await findItem(keys.contact(webhook.workspaceId, id)) });
    if (!event) throw new Error('A new contact is an event.');
    return { ...newDeliveryJob(webhook), event, contactId: id };
  };

  it('a queued event about an erased contact is not delivered and leaves no row', async () => {
    const { url, received } = await startReceiver();
    const webhook = await makeWorkspaceWithWebhook(url, ['message.received']);
    const [job, other] = [await makeContactJob(webhook), await makeContactJob(webhook)];
    await deleteContact(webhook.key, job.contactId);
    await Promise.all([deliver(job, 1), deliver({ ...job, attemptNumber: 1, deferrals: 1 }, 1)]);
    expect(received).toEqual([]);
    expect(await findDelivery(webhook.id, job.event.id)).toBeUndefined();
    await deliver(other, 1);
    expect(received.map(({ event }) => event.id)).toEqual([other.event.id]);
  });

  it('a result that could not be recorded before the erasure is not recorded after it', async () => {
    const { url } = await startReceiver();
    const webhook = await makeWorkspaceWithWebhook(url, ['message.received']);
    const job = await makeContactJob(webhook);
    await deleteContact(webhook.key, job.contactId);
    const attempt = { at: new Date().toISOString(), code: 200, duration_ms: 5, answer: 'ok' };
    await deliver({ ...job, result: { attempt, decision: { status: 'delivered' } } }, 1);
    expect(await findDelivery(webhook.id, job.event.id)).toBeUndefined();
  });

  it('an event that waits for its retry is dropped with its row: nobody can redeliver it', async () => {
    const { url, received } = await startReceiver(respondWith(500));
    const webhook = await makeWorkspaceWithWebhook(url, ['message.received']);
    const job = await makeContactJob(webhook);
    await deliver(job, 1);
    const [retry] = takeJobs();
    expect(await findDelivery(webhook.id, job.event.id)).toMatchObject({ status: 'retrying' });
    await deleteContact(webhook.key, job.contactId);
    await waitForFirstPass(webhook.workspaceId, job.contactId);
    expect(await findDelivery(webhook.id, job.event.id)).toBeUndefined();
    await deliver(retry?.body as DeliveryJob, 1);
    expect(received).toHaveLength(1);
    const path = `/webhooks/${webhook.id}/deliveries/${job.event.id}`;
    expect((await call('GET', path, { key: webhook.key })).status).toBe(404);
    expect((await call('POST', `${path}/redeliver`, { key: webhook.key })).status).toBe(404);
  });

  it('the deliveries to a webhook that was deleted before go as well', async () => {
    const { url } = await startReceiver();
    const webhook = await makeWorkspaceWithWebhook(url, ['message.received']);
    const job = await makeContactJob(webhook);
    await deliver(job, 1);
    await deleteWebhook(webhook.workspaceId, webhook.id);
    expect(await findDelivery(webhook.id, job.event.id)).toBeDefined();
    await deleteContact(webhook.key, job.contactId);
    await waitForFirstPass(webhook.workspaceId, job.contactId);
    expect(await findDelivery(webhook.id, job.event.id)).toBeUndefined();
  });

  it('a receipt for a message of an erased contact is no event any more', async () => {
    const { url, received } = await startReceiver();
    const webhook = await makeWorkspaceWithWebhook(url, ['message.received']);
    const { contactId, ...job } = await makeContactJob(webhook);
    await deleteContact(webhook.key, contactId);
    const data = { msgapp_message_id: 'wamid.1', conversation_id: contactId, status: 'read' };
    await deliver({ ...job, event: { ...job.event, name: 'message.status_updated', data } }, 1);
    expect(received).toEqual([]);
    expect((await patchWebhook(webhook.key, webhook.id, { is_active: true })).status).toBe(200);
  });
});
