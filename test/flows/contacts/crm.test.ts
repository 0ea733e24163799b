import { describe, expect, it } from 'vitest';
import type { StoredContact } from '../../../functions/model/contacts/stored-contact.ts';
import { queryContacts } from '../../../functions/table/contacts/contacts.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import {
  type ContactAnswer,
  type ContactList,
  makeContact,
  newPhone,
  patchContact,
  postBatch,
  postContact,
  tagLists,
} from '../../support/contacts.ts';
import { seedContacts } from '../../support/segments.ts';

const four = [0, 1, 2, 3];

const listStored = async (workspaceId: string): Promise<StoredContact[]> =>
  (await queryContacts(workspaceId, { limit: 100, after: undefined })).items;

const listIds = async (key: string, externalId: string): Promise<string[]> => {
  const { json } = await call<ContactList>('GET', `/contacts?external_id=${encodeURIComponent(externalId)}`, { key });
  return json.data.map(({ id }) => id);
};

const refused = (message: string) => ({
  status: 400,
  json: { error: { code: 'bad_request', message: expect.stringContaining(message) } },
});

describe('the external id of a contact', () => {
  it('an external id finds its contact, in its own workspace only', async () => {
    const [{ key }, other] = [await makeWorkspace(), await makeWorkspace()];
    const contact = await makeContact(key, { external_id: 'crm/7 #ä' });
    expect(contact).toMatchObject({ external_id: 'crm/7 #ä', attributes: {} });
    expect(await listIds(key, 'crm/7 #ä')).toEqual([contact.id]);
    expect(await listIds(key, 'CRM/7 #ä')).toEqual([]);
    expect(await listIds(other.key, 'crm/7 #ä')).toEqual([]);
    const { phone } = await makeContact(key);
    const both = await call('GET', `/contacts?external_id=crm&phone=${encodeURIComponent(phone ?? '')}`, { key });
    expect(both.json).toMatchObject({ data: [] });
  });

  it('POST finds a contact by number or external id, links the two, and refuses keys of different contacts', async () => {
    const { key } = await makeWorkspace();
    const contact = await makeContact(key, { name: 'Ann', attributes: { city: 'Porto' } });
    const linked = await postContact(key, { phone: contact.phone, external_id: 'e1', attributes: { city: 'Faro' } });
    const linkedTo = { id: contact.id, external_id: 'e1', attributes: { city: 'Porto' } };
    expect(linked).toMatchObject({ status: 200, json: { data: linkedTo } });
    const named = { id: contact.id, name: 'Ann', tags: [{ name: 'VIP' }] };
    const found = await postContact(key, { external_id: 'e1', tags: ['VIP'] });
    expect(found).toMatchObject({ status: 200, json: { data: named } });
    const other = await makeContact(key, { external_id: 'e2' });
    const anotherNumber = '"external_id" belongs to a contact with another phone number.';
    expect(await postContact(key, { phone: contact.phone, external_id: 'e2' })).toMatchObject(refused(anotherNumber));
    expect(await postContact(key, { phone: newPhone(), external_id: 'e2' })).toMatchObject(refused(anotherNumber));
    const anotherId = refused('has another "external_id"');
    expect(await postContact(key, { phone: other.phone, external_id: 'e3' })).toMatchObject(anotherId);
    expect(await postContact(key, { external_id: 'e3' })).toMatchObject(refused('No contact has this "external_id".'));
  });

  it('PATCH changes and clears an external id, which another contact can then have', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const [first, second] = [await makeContact(key, { external_id: 'a' }), await makeContact(key)];
    const taken = refused('Another contact has this "external_id".');
    expect(await patchContact(key, second.id, { external_id: 'a' })).toMatchObject(taken);
    expect((await patchContact(key, first.id, { external_id: 'b' })).json.data.external_id).toBe('b');
    expect((await patchContact(key, second.id, { external_id: 'a' })).json.data.external_id).toBe('a');
    expect((await patchContact(key, first.id, { external_id: null })).json.data.external_id).toBeNull();
    expect(await findItem(keys.externalId(workspaceId, 'b'))).toBeUndefined();
    expect([await listIds(key, 'a'), await listIds(key, 'b')]).toEqual([[second.id], []]);
  });

  it('an erasure releases the external id', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { id } = await makeContact(key, { external_id: 'gone', attributes: { city: 'Porto' } });
    expect((await call('DELETE', `/contacts/${id}`, { key })).status).toBe(202);
    expect(await findItem(keys.externalId(workspaceId, 'gone'))).toBeUndefined();
    expect((await makeContact(key, { external_id: 'gone' })).attributes).toEqual({});
  });

  it('four requests with one new external id and number create one contact', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const body = { phone: newPhone(), external_id: 'race' };
    const answers = await Promise.all(four.map(() => postContact(key, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    expect(await listStored(workspaceId)).toMatchObject([{ external_id: 'race' }]);
  });

  it('of four contacts that get one external id at once, one has it', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const ids = await seedContacts(workspaceId, 4);
    const answers = await Promise.all(ids.map((id) => patchContact(key, id, { external_id: 'race' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const owners = (await listStored(workspaceId)).filter(({ external_id }) => external_id === 'race');
    expect(await listIds(key, 'race')).toEqual(owners.map(({ id }) => id));
  });
});

it('entries find contacts by either key, also those that the same batch creates', async () => {
  const { key } = await makeWorkspace();
  const known = await makeContact(key, { external_id: 'known', attributes: { city: 'Porto', plan: 'free' } });
  const [phone, free] = [newPhone(), newPhone()];
  const entries = [
    { external_id: 'known', attributes: { city: 'Faro', plan: null } },
    { phone, external_id: 'new', attributes: { orders: 1 } },
    { external_id: 'new', attributes: { vip: true } },
    { phone: free, external_id: 'new' },
    { phone, external_id: 'known' },
    { phone: free, external_id: 'later' },
    { external_id: 'unknown' },
  ];
  const { json } = await postBatch(key, entries, { on_existing: 'update' });
  const outcomes = 'updated created updated rejected rejected created rejected'.split(' ');
  expect(json.data.results.map(({ status }) => status)).toEqual(outcomes);
  const codes = json.data.results.flatMap(({ error }) => error?.code ?? []);
  expect(codes).toEqual(Array(3).fill('bad_request'));
  expect(await listIds(key, 'new')).toEqual([json.data.results[1]?.contact_id]);
  const get = async (id: string | null | undefined) =>
    (await call<ContactAnswer['json']>('GET', `/contacts/${id}`, { key })).json.data.attributes;
  expect(await get(json.data.results[2]?.contact_id)).toEqual({ orders: 1, vip: true });
  expect(await get(known.id)).toEqual({ city: 'Faro' });
  const kept = await postBatch(key, [{ external_id: 'known', attributes: { city: 'Beja' } }, entries[1]]);
  expect(kept.json.data.results.map(({ status }) => status)).toEqual(['unchanged', 'unchanged']);
});

describe('the attributes of a contact in PATCH', () => {
  it('attributes are merged, null removes one, and an unchanged one writes nothing', async () => {
    const { key } = await makeWorkspace();
    const { id } = await makeContact(key, { attributes: { zip: '01234', city: 'Porto', orders: 1.5 } });
    const { json } = await patchContact(key, id, { attributes: { city: null, vip: false } });
    expect(JSON.stringify(json.data.attributes)).toBe('{"orders":1.5,"vip":false,"zip":"01234"}');
    const same = await patchContact(key, id, { attributes: { vip: false, city: null } });
    expect(same.json.data).toEqual(json.data);
    expect(Object.keys(json.data).slice(-2)).toEqual(['external_id', 'attributes']);
  });

  it('a contact has at most 50 attributes, those that it had included', async () => {
    const { key } = await makeWorkspace();
    const named = (from: number) => Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`n${from + n}`, n]));
    const { id } = await makeContact(key, { attributes: named(0) });
    expect(await patchContact(key, id, { attributes: named(30) })).toMatchObject(refused('at most 50 attributes'));
    expect((await patchContact(key, id, { attributes: named(20) })).status).toBe(200);
  });

  it('concurrent changes of different attributes and tags are all kept', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { id } = await makeContact(key, { tags: ['old 0', 'old 1', 'stays'] });
    const answers = await Promise.all([
      ...four.map((n) => patchContact(key, id, { attributes: { [`n${n}`]: n } })),
      ...[0, 1].map((n) => call('POST', `/contacts/${id}/tags`, { key, body: { tags: [`new ${n}`, 'Stays'] } })),
      ...[0, 1].map((n) => call('DELETE', `/contacts/${id}/tags`, { key, body: { tags: [`OLD ${n}`, 'never'] } })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const [contact] = await listStored(workspaceId);
    expect(contact?.attributes).toEqual(Object.fromEntries(four.map((n) => [`n${n}`, n])));
    expect(contact?.tags.map(({ name }) => name).sort()).toEqual(['new 0', 'new 1', 'stays']);
    const { byLists, byContacts, tagKeys } = await tagLists(workspaceId);
    expect(byLists).toEqual(byContacts);
    expect(tagKeys).not.toContain('never');
  });
});

it('a contact gets at most 30 tags, and a request names at least one', async () => {
  const { key } = await makeWorkspace();
  const { id } = await makeContact(key, { tags: Array.from({ length: 29 }, (_, n) => `t${n}`) });
  const post = (tags: unknown): Promise<ContactAnswer> => call('POST', `/contacts/${id}/tags`, { key, body: { tags } });
  expect(await post(['a', 'b'])).toMatchObject(refused('The contact would have more than 30 tags.'));
  expect((await post(['a', 'A', 'T1'])).json.data.tags).toHaveLength(30);
  expect(await post([])).toMatchObject(refused('"tags" must not be empty.'));
  expect(await post(undefined)).toMatchObject(refused('"tags" is required.'));
});
