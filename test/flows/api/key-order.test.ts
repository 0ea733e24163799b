import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '../../../functions/api/endpoints.ts';
import { syncTemplates } from '../../../functions/domain/templates/templates.ts';
import { makeSendingWorkspace, postMessage, type SendingWorkspace } from '../../support/channels/simulator.ts';
import { call } from '../../support/client.ts';
import { makeContact, newPhone } from '../../support/contacts.ts';
import { storeDelivery } from '../../support/deliveries.ts';
import { storeCopiedFile } from '../../support/messages/media.ts';
import { addContacts, makeSegment } from '../../support/segments.ts';
import { closedUrl, makeWebhook as makeStoredWebhook } from '../../support/webhooks.ts';

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

/** Every object in the value with keys that are not in the schema's order, or not in the schema. */
const findDisorder = (value: unknown, schema: JsonSchema, path = ''): string[] => {
  if (schema.anyOf)
    return findDisorder(value, schema.anyOf.find(({ properties, items }) => properties ?? items) ?? {}, path);
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => findDisorder(item, schema.items ?? {}, `${path}[${index}]`));
  }
  const { properties } = schema;
  if (typeof value !== 'object' || value === null || !properties) return [];
  const keys = Object.keys(value);
  const expected = Object.keys(properties).filter((name) => name in value);
  const isOrdered = JSON.stringify(keys) === JSON.stringify(expected);
  return [
    ...(isOrdered ? [] : [`${path}: ${keys} instead of ${expected}`]),
    ...Object.entries(value).flatMap(([name, field]) => findDisorder(field, properties[name] ?? {}, `${path}.${name}`)),
  ];
};

let sender: SendingWorkspace;
const ids: Record<string, string> = {};

beforeAll(async () => {
  sender = await makeSendingWorkspace();
  const { key } = sender;
  await syncTemplates(sender.id);
  const contact = await makeContact(key, { name: 'Ana', tags: ['vip', 'new'] });
  const segment = await makeSegment(key, { description: 'All' });
  const filter = { rules: [{ value: 'vip', op: 'has', field: 'tag' }], match: 'all' };
  ids['dynamic'] = (await makeSegment(key, { kind: 'dynamic', filter })).id;
  await addContacts(key, segment.id, [contact.id]);
  const { json } = await postMessage(key, { to: contact.phone, text: 'Hi' });
  Object.assign(ids, { contacts: contact.id, segments: segment.id, conversations: json.data.conversation_id });
});

/** A second contact, segment and so on, so that deleting one of them leaves the rest for the other calls. */
const makeOwn: Record<string, () => Promise<string>> = {
  deleteContact: async () => (await makeContact(sender.key)).id,
  deleteSegment: async () => (await makeSegment(sender.key)).id,
  deleteWebhook: () => makeWebhook(),
  cancelBroadcast: () => makeBroadcast({ scheduled_at: new Date(Date.now() + 60 * 60_000).toISOString() }),
};

const makeWebhook = async (): Promise<string> => {
  const body = { url: 'https://93.184.216.34/hook', events: ['contact.created'] };
  const { json } = await call<{ data: { id: string } }>('POST', '/webhooks', { key: sender.key, body });
  return json.data.id;
};

const makeDelivery = async (): Promise<string> => {
  const { id } = await makeStoredWebhook(sender.id, closedUrl);
  ids['event'] = await storeDelivery({ workspaceId: sender.id, id });
  return id;
};

const makeBroadcast = async (fields: object = {}): Promise<string> => {
  const body = { name: 'News', template: { name: 'hello_world' }, recipients: [{ to: newPhone() }], ...fields };
  const { json } = await call<{ data: { id: string } }>('POST', '/broadcasts', { key: sender.key, body });
  return json.data.id;
};

const makeFeed = async (): Promise<string> => {
  const body = { events: ['contact.created'] };
  const { json } = await call<{ data: { id: string } }>('POST', '/feeds', { key: sender.key, body });
  return json.data.id;
};

const makeFile = (): Promise<string> => storeCopiedFile(sender.id);

const findId = async (operationId: string, area: string): Promise<string> => {
  const make =
    makeOwn[operationId] ??
    {
      webhooks: makeWebhook,
      deliveries: makeDelivery,
      feeds: makeFeed,
      broadcasts: () => makeBroadcast(),
      media: makeFile,
    }[area];
  return make ? make() : (ids[area] ?? '');
};

const bodies: Record<string, () => object> = {
  createContact: () => ({ phone: newPhone(), tags: ['vip', 'new'] }),
  importContacts: () => ({ contacts: [{ phone: newPhone() }, { phone: 'x' }] }),
  updateContact: () => ({ company: 'Acme', tags: ['new', 'vip'] }),
  addContactTags: () => ({ tags: ['vip'] }),
  removeContactTags: () => ({ tags: ['vip'] }),
  createSegment: () => ({
    name: `Order ${newPhone()}`,
    kind: 'dynamic',
    filter: { rules: [{ value: 'vip', op: 'has', field: 'tag' }], match: 'all' },
  }),
  updateSegment: () => ({ description: 'New' }),
  addSegmentContacts: () => ({ contact_ids: [ids['contacts']] }),
  removeSegmentContacts: () => ({ contact_ids: [crypto.randomUUID()] }),
  sendMessage: () => ({ to: newPhone(), text: 'Hi' }),
  createBroadcast: () => ({ name: 'News', template: { name: 'hello_world' }, recipients: [{ to: newPhone() }] }),
  createBroadcastFile: () => ({ size_bytes: 100 }),
  createWebhook: () => ({ url: 'https://93.184.216.34/hook', events: ['contact.created'] }),
  createFeed: () => ({ events: ['contact.created'] }),
  updateWebhook: () => ({ is_active: true }),
  rotateWebhookSecret: () => ({ overlap_hours: 1 }),
  recoverEvents: () => ({ since: '2026-11-15T00:00:00Z' }),
  testWebhook: () => ({}),
  updateConversation: () => ({ status: 'pending' }),
  replyToConversation: () => ({ text: 'Hi' }),
};

const queries: Record<string, string> = { listFailedMessages: '?status=failed' };

describe('the keys of a response', () => {
  it.each(endpoints)('$operationId answers with its keys in the order of the contract', async (endpoint) => {
    const { operationId, method, path, area, response } = endpoint;
    const id = path.includes('{id}') ? await findId(operationId, area) : '';
    const ownPath = path
      .replace('{id}', id)
      .replace('{event_id}', ids['event'] ?? '')
      .replace('{name}/{language}', 'order_ready/en_US');
    const options = { key: sender.key, body: bodies[operationId]?.(), redirect: 'manual' } as const;
    const answer = await call(method, `${ownPath}${queries[operationId] ?? ''}`, options);
    expect(answer.status, answer.text.slice(0, 500)).toBe(endpoint.status);
    const schema = z.toJSONSchema(response(), { reused: 'inline', unrepresentable: 'any' }) as JsonSchema;
    if (operationId !== 'getOpenapi') expect(findDisorder(answer.json, schema)).toEqual([]);
  });

  it('a contact that exists already is answered in the order of the contract', async () => {
    const phone = newPhone();
    const [first, second] = [
      await call('POST', '/contacts', { key: sender.key, body: { phone, tags: ['vip'] } }),
      await call('POST', '/contacts', { key: sender.key, body: { phone } }),
    ];
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.text).toBe(first.text);
  });

  it('a stored filter is answered in the order of the contract', async () => {
    const { text } = await call('GET', `/segments/${ids['dynamic']}`, { key: sender.key });
    expect(text).toContain(
      '"filter":{"match":"all","rules":[{"field":"tag","op":"has","value":"vip"}]},"member_count":',
    );
  });
});
