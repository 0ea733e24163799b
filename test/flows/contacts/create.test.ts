import { expect, it } from 'vitest';
import { createContact } from '../../../functions/domain/contacts/contacts.ts';
import { queryContacts } from '../../../functions/table/contacts/contacts.ts';
import { removeItems } from '../../../functions/table/dynamodb/delete.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { makeWorkspace } from '../../support/client.ts';
import { makeContact, newPhone, postContact, tagLists } from '../../support/contacts.ts';

const firstPage = { limit: 100, after: undefined };

it('a new contact is returned with all its fields', async () => {
  const { key } = await makeWorkspace();
  const phone = newPhone();
  const sent = { phone, name: 'Zoë Müller 🦊', email: 'zoe@example.com', company: '株式会社', tags: ['VIP', 'new'] };
  const { status, json } = await postContact(key, sent);
  expect(status).toBe(201);
  const tag = (name: string) => ({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), name, color: expect.any(String) });
  const times = { created_at: expect.stringMatching(/Z$/), updated_at: json.data.created_at };
  const unset = { social_username: null, avatar_url: null, opted_out_at: null, external_id: null, attributes: {} };
  const tags = [tag('VIP'), tag('new')];
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(json).toEqual({ data: { id, ...sent, ...unset, ...times, channels: ['msgapp'], tags } });
});

it('a contact needs only a phone number, read in the default country', async () => {
  const { key } = await makeWorkspace();
  const { status, json } = await postContact(key, { phone: '0151 12345678' });
  expect(status).toBe(201);
  expect(json.data).toMatchObject({ phone: '+4915112345678', name: null, email: null, company: null, tags: [] });
});

it('text is stored as sent, even an empty string or an invalid email address', async () => {
  const { key } = await makeWorkspace();
  const fields = { name: '', email: ' not an address ', company: 'a\nb\u0000c' };
  expect((await postContact(key, { phone: newPhone(), ...fields })).json.data).toMatchObject(fields);
});

it('a lone surrogate is stored and returned as U+FFFD', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const sent = { phone: newPhone(), name: 'a\ud800b', tags: ['\udc01', '\ud802'] };
  const { status, json } = await postContact(key, sent);
  expect(status).toBe(201);
  expect(json.data).toMatchObject({ name: 'a\ufffdb', tags: [{ name: '\ufffd' }] });
  expect(await findItem(keys.contact(workspaceId, json.data.id))).toMatchObject({ name: 'a\ufffdb' });
});

it('the item has its entity, version and search text', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const { id, phone } = await makeContact(key, { name: 'Ann Ödman', company: 'ACME' });
  const stored = { entity: 'contact', version: 1, search_text: `ann ödman\n\nacme\n${phone}` };
  expect(await findItem(keys.contact(workspaceId, id))).toMatchObject(stored);
});

it('a known number in any format returns 200 with the unchanged contact', async () => {
  const { key } = await makeWorkspace();
  const phone = '+4915112345678';
  const first = await postContact(key, { phone, name: 'Ann', company: 'ACME', tags: ['VIP'] });
  const again = await postContact(key, { phone: '0151/12345678', name: 'Bob', company: null });
  expect(again).toMatchObject({ status: 200, text: first.text });
});

it('tags sent for a known number replace its tags and change nothing else', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const first = await makeContact(key, { name: 'Ann', tags: ['a', 'b'] });
  const { status, json } = await postContact(key, { phone: first.phone, name: 'Bob', tags: ['B', 'c'] });
  expect(status).toBe(200);
  expect(json.data).toMatchObject({ id: first.id, name: 'Ann', tags: [{ name: 'b' }, { name: 'c' }] });
  expect((await tagLists(workspaceId)).byLists).toEqual({ a: [], b: [first.id], c: [first.id] });
});

it.each([
  ['no phone number', { name: 'Ann' }, /"phone" is required/],
  ['a phone number of another type', { phone: 4915112345678 }, /"phone" must be a string/],
  ['an invalid phone number', { phone: '12345' }, /^"phone" is not a valid phone number/],
  ['a name that is a number', { phone: '+4915112345678', name: 5 }, /"name" must be a string or null/],
  ['an email address that is a list', { phone: '+4915112345678', email: [] }, /"email" must be a string or null/],
  ['a company that is a boolean', { phone: '+4915112345678', company: true }, /"company" must be a string or null/],
  ['a name over 255 characters', { phone: '+4915112345678', name: 'x'.repeat(256) }, /at most 255 characters/],
  ['an email address over 320 characters', { phone: '+4915112345678', email: 'x'.repeat(321) }, /at most 320/],
  ['a company over 255 characters', { phone: '+4915112345678', company: 'x'.repeat(256) }, /at most 255 characters/],
  ['a tag that is not a string', { phone: '+4915112345678', tags: ['a', 1] }, /"tags.1" must be a string/],
  ['a blank tag', { phone: '+4915112345678', tags: [' '] }, /"tags.0" must not be empty/],
  ['a tag over 80 characters', { phone: '+4915112345678', tags: ['x'.repeat(81)] }, /"tags.0" must have at most 80/],
  ['31 tags', { phone: '+4915112345678', tags: Array.from({ length: 31 }, (_, n) => `t${n}`) }, /at most 30 tags/],
])('a contact with %s is refused and nothing is stored', async (_, body, message) => {
  const { id, key } = await makeWorkspace();
  const { status, json } = await postContact(key, body);
  expect(status).toBe(400);
  expect(json.error).toEqual({ code: 'bad_request', message: expect.stringMatching(message) });
  expect((await queryContacts(id, firstPage)).items).toEqual([]);
  expect((await tagLists(id)).tagKeys).toEqual([]);
});

it('null for the tags counts as absent', async () => {
  const { key } = await makeWorkspace();
  const phone = newPhone();
  const created = await postContact(key, { phone, tags: null, name: null });
  expect(created).toMatchObject({ status: 201, json: { data: { tags: [], name: null } } });
  await postContact(key, { phone, tags: ['vip'] });
  const again = await postContact(key, { phone, tags: null });
  expect(again).toMatchObject({ status: 200, json: { data: { tags: [{ name: 'vip' }] } } });
});

it('a retry of a request that stored the contact counts as new again', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const { id, phone } = await makeContact(key, { name: 'Ann', tags: ['a'] });
  const retried = await createContact(workspaceId, id, { phone: String(phone), name: 'Ann', tags: ['a'] });
  expect(retried).toMatchObject({ isNew: true, contact: { id, name: 'Ann', tags: [{ name: 'a' }] } });
});

it('a replay shows nothing of a contact that is gone, even before its erasure has found the stored response', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const body = { phone: newPhone(), name: 'Sam' };
  const { id } = (await postContact(key, body, { 'Idempotency-Key': 'once' })).json.data;
  await removeItems([keys.contact(workspaceId, id)]);
  const again = await postContact(key, body, { 'Idempotency-Key': 'once' });
  expect([again.status, again.json.error?.message]).toEqual([404, expect.stringMatching(/was erased/)]);
});
