import { describe, expect, it } from 'vitest';
import { importContacts } from '../../../functions/domain/contacts/import-contacts.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findTags } from '../../../functions/table/contacts/tags.ts';
import { removeItems } from '../../../functions/table/dynamodb/delete.ts';
import { keys } from '../../../functions/table/keys.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import {
  listAllContacts,
  makeContact,
  newPhone,
  newPhones,
  postBatch,
  postContact,
  tagLists,
} from '../../support/contacts.ts';
import { makeWorkspaceWithWebhook } from '../../support/deliveries.ts';
import { makeConversation } from '../../support/messages/conversations.ts';
import { startReceiver } from '../../support/network/receiver.ts';

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
const stored = (status: string, contact_id: unknown = uuid) => ({ status, contact_id, error: null });
const rejected = (message: unknown, code = 'bad_request') => ({
  status: 'rejected',
  contact_id: null,
  error: { code, message },
});

describe('POST /contacts/batch', () => {
  it('new contacts are stored as POST /contacts stores them, and listed in the order of the entries', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const entries = newPhones(60).map((phone, n) => ({ phone, name: `Person ${n}`, tags: ['all', `tag ${n % 3}`] }));
    const { status, json } = await postBatch(key, entries);
    expect(status).toBe(200);
    expect(json.data).toEqual({
      created: 60,
      updated: 0,
      unchanged: 0,
      rejected: 0,
      results: entries.map(() => stored('created')),
    });
    const contacts = (await listAllContacts(workspaceId)).reverse();
    expect(contacts.map(({ id }) => id)).toEqual(json.data.results.map(({ contact_id }) => contact_id));
    expect(contacts.map(({ phone, name }) => ({ phone, name }))).toEqual(
      entries.map(({ phone, name }) => ({ phone, name })),
    );
    const single = await postContact(key, { phone: newPhone(), name: 'Single', tags: ['all', 'tag 1'] });
    expect(Object.keys(single.json.data).sort()).toEqual(
      [...Object.keys(contacts[0] ?? {}), 'attributes', 'external_id'].filter((name) => name !== 'version').sort(),
    );
    expect(contacts[1]).toMatchObject({ channels: ['msgapp'], version: 1, tags: single.json.data.tags });
    const { byLists, byContacts, tagKeys } = await tagLists(workspaceId);
    expect(byLists).toEqual(byContacts);
    expect(tagKeys.sort()).toEqual(['all', 'tag 0', 'tag 1', 'tag 2']);
  });

  it('each new contact causes one contact.created event, and an existing one causes none', async () => {
    const { url, received } = await startReceiver();
    const { key } = await makeWorkspaceWithWebhook(url);
    const existing = await makeContact(key);
    const { json } = await postBatch(key, [...newPhones(30).map((phone) => ({ phone })), { phone: existing.phone }]);
    const created = json.data.results.filter(({ status }) => status === 'created').map(({ contact_id }) => contact_id);
    expect(created).toHaveLength(30);
    const listEventContacts = () => received.map(({ event }) => event.data['contact_id']).sort();
    await expect.poll(listEventContacts).toEqual([existing.id, ...created].sort());
  });

  it('500 contacts fit into one call, which counts as one request', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const phones = [...newPhones(60), ...Array(440).fill('x')];
    const entries = phones.map((phone) => ({ phone, tags: ['imported'] }));
    const { status, json, headers } = await postBatch(key, entries);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ created: 60, rejected: 440 });
    expect(headers.get('x-ratelimit-remaining')).toBe('119');
    expect(await listAllContacts(workspaceId)).toHaveLength(60);
  });

  it('bad entries are rejected one by one, and the others are stored', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const good = newPhones(2);
    const { status, json } = await postBatch(key, [
      { phone: good[0], unknown: 'field' },
      { name: 'No number', tags: ['unused'] },
      { phone: '12345' },
      { phone: 4915112345678 },
      { phone: newPhone(), name: 5 },
      { phone: newPhone(), tags: ['a', ' '] },
      { phone: newPhone(), tags: Array.from({ length: 31 }, (_, n) => `t${n}`) },
      'text',
      null,
      ['array'],
      { phone: good[1], name: 'Last' },
    ]);
    expect(status).toBe(200);
    expect(json.data).toEqual({
      created: 2,
      updated: 0,
      unchanged: 0,
      rejected: 9,
      results: [
        stored('created'),
        rejected('"phone" is required.'),
        rejected(expect.stringMatching(/^"phone" is not a valid phone number/)),
        rejected(expect.stringMatching(/^"phone" must be a string/)),
        rejected('"name" must be a string or null.'),
        rejected('"tags.1" must not be empty.'),
        rejected(expect.stringMatching(/at most 30 tags/)),
        rejected('The entry must be an object.'),
        rejected('The entry must be an object.'),
        rejected('The entry must be an object.'),
        stored('created'),
      ],
    });
    expect((await listAllContacts(workspaceId)).map(({ phone }) => phone).sort()).toEqual(good);
    expect((await tagLists(workspaceId)).tagKeys).toEqual([]);
  });

  it('contacts that bring the request to more than 1,000 different tags are rejected, and the others are stored', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const entries = newPhones(35).map((phone, n) => ({
      phone,
      tags: Array.from({ length: 30 }, (_, tag) => `${n} ${tag}`),
    }));
    const ten = { phone: newPhone(), tags: Array.from({ length: 10 }, (_, tag) => `last ${tag}`) };
    const known = { phone: newPhone(), tags: ['0 0', '32 29'] };
    // Not over HTTP: a thousand new tags take the local table long.
    const { created, results } = await importContacts(workspaceId, newId(), [...entries, ten, known], {
      onExisting: 'keep',
      endsByMs: Number.POSITIVE_INFINITY,
    });
    expect(created).toBe(35);
    expect(results.slice(33)).toEqual([
      rejected(expect.stringMatching(/^"tags" bring the request to more than 1000 different tags/)),
      rejected(expect.stringMatching(/Send this contact in another request\.$/)),
      stored('created'),
      stored('created'),
    ]);
    expect(await findTags(workspaceId, ['33 0', '34 29'])).toEqual([]);
  });

  it.each([
    ['no contacts', {}, /^"contacts" is required/],
    ['an empty list', { contacts: [] }, /^"contacts" must not be empty/],
    ['501 contacts', { contacts: Array(501).fill({}) }, /^"contacts" must have at most 500 items/],
    ['contacts that are no list', { contacts: {} }, /^"contacts" must be an array/],
    ['an unknown mode', { contacts: [{}], on_existing: 'replace' }, /^"on_existing" must be one of keep, update/],
  ])('a body with %s is a 400 as a whole', async (_, body, message) => {
    const { key } = await makeWorkspace();
    expect(await call('POST', '/contacts/batch', { key, body })).toMatchObject({
      status: 400,
      json: { error: { code: 'bad_request', message: expect.stringMatching(message) } },
    });
  });

  it('national numbers are read in the default country, and no other workspace is touched', async () => {
    const [own, other] = [await makeWorkspace(), await makeWorkspace()];
    const theirs = await postContact(other.key, { phone: '+4915112345678', name: 'Theirs' });
    const { json } = await postBatch(own.key, [{ phone: '0151 12345678', name: 'Ours' }], { on_existing: 'update' });
    expect(json.data).toMatchObject({ created: 1, results: [stored('created')] });
    expect(json.data.results[0]?.contact_id).not.toBe(theirs.json.data.id);
    expect(await listAllContacts(other.id)).toMatchObject([{ name: 'Theirs', version: 1 }]);
  });

  it('any other method of the path is unknown', async () => {
    const { key } = await makeWorkspace();
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'GET' ? undefined : {};
      expect(await call(method, '/contacts/batch', { key, body })).toMatchObject({ status: 404 });
    }
  });
});

describe('existing contacts in POST /contacts/batch', () => {
  const fields = { name: 'Ana', email: 'ana@example.com', company: 'ACME' };

  it('keep, the default, leaves all fields and absent tags as they are', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { id, phone } = await makeContact(key, { ...fields, tags: ['a'] });
    for (const mode of [{}, { on_existing: 'keep' }, { on_existing: null }]) {
      const { json } = await postBatch(key, [{ phone, name: 'Bob', email: null }], mode);
      expect(json.data).toMatchObject({ unchanged: 1, results: [stored('unchanged', id)] });
    }
    expect(await listAllContacts(workspaceId)).toMatchObject([{ ...fields, tags: [{ name: 'a' }], version: 1 }]);
  });

  it('keep replaces the tags if the entry has some, as POST /contacts does', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { id, phone } = await makeContact(key, { ...fields, tags: ['a', 'b'] });
    const { json } = await postBatch(key, [{ phone, name: 'Bob', tags: ['B', 'c'] }]);
    expect(json.data).toMatchObject({ updated: 1, results: [stored('updated', id)] });
    expect(await listAllContacts(workspaceId)).toMatchObject([{ ...fields, tags: [{ name: 'b' }, { name: 'c' }] }]);
    expect((await tagLists(workspaceId)).byLists).toEqual({ a: [], b: [id], c: [id] });
  });

  it('update changes the fields that the entry has, clears those that are null and leaves the rest', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { id, phone } = await makeContact(key, { ...fields, tags: ['a'] });
    const { json } = await postBatch(key, [{ phone, name: 'Bob', email: null }], { on_existing: 'update' });
    expect(json.data).toMatchObject({ updated: 1, results: [stored('updated', id)] });
    expect(await listAllContacts(workspaceId)).toMatchObject([
      { name: 'Bob', email: null, company: 'ACME', tags: [{ name: 'a' }], version: 2 },
    ]);
  });

  it('an update that changes nothing writes nothing', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { id, phone } = await makeContact(key, { ...fields, tags: ['a'] });
    const entries = [{ phone, ...fields, tags: ['A'] }, { phone }];
    const { json } = await postBatch(key, entries, { on_existing: 'update' });
    expect(json.data).toMatchObject({ unchanged: 2, results: [stored('unchanged', id), stored('unchanged', id)] });
    expect(await listAllContacts(workspaceId)).toMatchObject([{ version: 1 }]);
  });

  it('a number that is in the batch twice is handled against the first entry', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const entries = [
      { phone: '+4915112345678', name: 'First', company: 'ACME' },
      { phone: newPhone(), name: 'Other' },
      { phone: '0151/12345678', name: 'Second', tags: ['x'] },
      { phone: '+49 151 12345678', name: 'Third' },
    ];
    const kept = await postBatch(key, entries);
    const id = kept.json.data.results[0]?.contact_id;
    expect(kept.json.data.results).toEqual([
      stored('created', id),
      stored('created'),
      stored('updated', id),
      stored('unchanged', id),
    ]);
    expect(await listAllContacts(workspaceId)).toMatchObject([
      { name: 'Other' },
      { name: 'First', company: 'ACME', tags: [{ name: 'x' }] },
    ]);
    const updated = await postBatch(key, entries, { on_existing: 'update' });
    expect(updated.json.data.results.map(({ status }) => status)).toEqual([
      'unchanged',
      'unchanged',
      'updated',
      'updated',
    ]);
    expect(await listAllContacts(workspaceId)).toMatchObject([{ name: 'Other' }, { name: 'Third', company: 'ACME' }]);
  });

  it('a changed contact is changed in its conversations, too', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const phone = newPhone();
    const conversationId = await makeConversation(workspaceId, { contact: { phone } });
    const { json } = await postBatch(key, [{ phone, name: 'Anna', tags: ['vip'] }], { on_existing: 'update' });
    expect(json.data).toMatchObject({ updated: 1 });
    expect(await call('GET', `/conversations/${conversationId}`, { key })).toMatchObject({
      json: { data: { contact: { name: 'Anna', tags: [{ name: 'vip' }] } } },
    });
  });
});

describe('a repeated POST /contacts/batch', () => {
  it('with a key, the first response is returned again', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const entries = [...newPhones(30).map((phone) => ({ phone })), { phone: 'x' }];
    const first = await postBatch(key, entries, {}, { 'Idempotency-Key': 'once' });
    const again = await postBatch(key, entries, {}, { 'Idempotency-Key': 'once' });
    expect(again).toMatchObject({ status: 200, text: first.text });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await listAllContacts(workspaceId)).toHaveLength(30);
    await removeItems([keys.contact(workspaceId, String(first.json.data.results[7]?.contact_id))]);
    const later = await postBatch(key, entries, {}, { 'Idempotency-Key': 'once' });
    expect(later.json.data).toMatchObject({ created: 29, rejected: 2 });
    expect(later.json.data.results[7]).toEqual(rejected(expect.stringMatching(/was erased/), 'not_found'));
  });
});
