import { expect, it } from 'vitest';
import { createContact } from '../../../functions/domain/contacts/contacts.ts';
import { removeItems } from '../../../functions/table/dynamodb/batch-write.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { makeWorkspace } from '../../support/client.ts';
import { makeContact, newPhone, postContact, tagLists } from '../../support/contacts.ts';

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

it('a contact needs only a phone number that is valid in the default country', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const { status, json } = await postContact(key, { phone: '0151 12345678' });
  expect(status).toBe(201);
  expect(json.data).toMatchObject({ phone: '+4915112345678', name: null, email: null, company: null, tags: [] });
  const error = { code: 'bad_request', message: expect.stringMatching(/^"phone" is not a valid phone number/) };
  expect(await postContact(key, { phone: '12345', tags: ['a'] })).toMatchObject({ status: 400, json: { error } });
  expect((await tagLists(workspaceId)).tagKeys).toEqual([]);
});

it('a lone surrogate is stored and returned as U+FFFD', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const sent = { phone: newPhone(), name: 'a\ud800b', tags: ['\udc01', '\ud802'] };
  const { status, json } = await postContact(key, sent);
  expect(status).toBe(201);
  expect(json.data).toMatchObject({ name: 'a\ufffdb', tags: [{ name: '\ufffd' }] });
  expect(await findItem(keys.contact(workspaceId, json.data.id))).toMatchObject({ name: 'a\ufffdb' });
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
