import { describe, expect, it, vi } from 'vitest';
import { updateContact } from '../../../functions/domain/contacts/contacts.ts';
import { toEmbeddedContact } from '../../../functions/model/contacts/contact.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { removeItems } from '../../../functions/table/dynamodb/batch-write.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { type ContactAnswer, makeContact, patchContact, tagLists } from '../../support/contacts.ts';

const getContact = (key: string, id: string): Promise<ContactAnswer> => call('GET', `/contacts/${id}`, { key });

const makeConversations = async (workspaceId: string, contactId: string, channels: string[]): Promise<string[]> => {
  const ids = channels.map(() => newId());
  const fields = { status: 'open', contact: { id: contactId, name: 'stale' } };
  for (const id of ids) await updateIf({ Key: keys.conversation(workspaceId, id), ...assign({ id, ...fields }) });
  const conversation_ids = Object.fromEntries(channels.map((channel, index) => [channel, ids[index]]));
  await updateIf({ Key: keys.contact(workspaceId, contactId), ...assign({ conversation_ids, version: 2 }) });
  return ids;
};

it('GET /contacts/{id} returns the contact as POST /contacts did', async () => {
  const { key } = await makeWorkspace();
  const contact = await makeContact(key, { name: 'Ann', tags: ['VIP'] });
  expect(await getContact(key, contact.id)).toMatchObject({ status: 200, json: { data: contact } });
  expect((await getContact(key, contact.id.toUpperCase())).json.data).toEqual(contact);
});

describe('PATCH /contacts/{id}', () => {
  it('a change keeps the fields that are absent, null clears one, and an empty string is stored', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const before = await makeContact(key, { name: 'Ann', email: 'ann@example.com', company: 'ACME', tags: ['VIP'] });
    const last_inbound_at = '2026-01-01T00:00:00.000Z';
    await updateIf({ Key: keys.contact(workspaceId, before.id), ...assign({ last_inbound_at }) });
    const { status, json } = await patchContact(key, before.id, { name: 'Änne 🦊', tags: null });
    expect(status).toBe(200);
    expect(json).toEqual({ data: { ...before, name: 'Änne 🦊', updated_at: expect.any(String) } });
    expect(json.data.updated_at > before.updated_at).toBe(true);
    expect((await getContact(key, before.id)).json).toEqual(json);
    expect(await findItem(keys.contact(workspaceId, before.id))).toMatchObject({ last_inbound_at });
    const cleared = await patchContact(key, before.id, { name: null, company: '', tags: [] });
    expect(cleared.json.data).toMatchObject({ name: null, email: 'ann@example.com', company: '', tags: [] });
    expect((await tagLists(workspaceId)).byLists).toEqual({ VIP: [] });
  });

  it('unchanged values, the phone number and unknown fields write nothing', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const contact = await makeContact(key, {
      name: 'Ann',
      tags: ['vip', 'A'],
      external_id: null,
      attributes: { a: null },
    });
    const before = await findItem(keys.contact(workspaceId, contact.id));
    for (const empty of ['external_id', 'attributes']) expect(before).not.toHaveProperty(empty);
    const unchanged = { name: 'Ann', email: null, tags: ['VIP', 'a', 'vip'] };
    for (const body of [{}, unchanged, { tags: ['a', 'VIP'] }, { phone: '+4915112345678', id: newId(), nonsense: 1 }])
      expect((await patchContact(key, contact.id, body)).json.data).toEqual(contact);
    expect(await findItem(keys.contact(workspaceId, contact.id))).toEqual(before);
  });

  it('an attribute may have the name of a property that every object has', async () => {
    const { key } = await makeWorkspace();
    const attributes = { constructor: 'Bosch', valueof: 1 };
    const { id } = await makeContact(key, { attributes });
    expect((await patchContact(key, id, { attributes: { constructor: 'Miele' } })).json.data).toMatchObject({
      attributes: { ...attributes, constructor: 'Miele' },
    });
  });

  it('tags are replaced by those of the list, which exist in any spelling or are created', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const before = await makeContact(key, { tags: ['VIP', 'old', 'Cafe\u0301'] });
    const { json } = await patchContact(key, before.id, { tags: ['new', ' vip ', 'NEW', 'CAF\u00c9'] });
    const [vip, , cafe] = before.tags;
    expect(json.data.tags).toEqual([{ id: expect.any(String), name: 'new', color: expect.any(String) }, vip, cafe]);
    const { byLists } = await tagLists(workspaceId);
    expect(byLists).toEqual({ VIP: [before.id], new: [before.id], 'Caf\u00e9': [before.id], old: [] });
  });

  it('30 tags of a contact with three conversations are replaced by 30 new ones in one transaction', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const names = (letter: string) => Array.from({ length: 30 }, (_, number) => `${letter}${number}`);
    const { id } = await makeContact(key, { tags: names('a') });
    await makeConversations(workspaceId, id, ['msgapp', 'social', 'web']);
    const { status, json } = await patchContact(key, id, { tags: names('b') });
    expect(status).toBe(200);
    expect(json.data.tags.map(({ name }) => name)).toEqual(names('b'));
    const { byLists, byContacts } = await tagLists(workspaceId);
    expect(byLists).toEqual(byContacts);
  });

  it('a change updates the contact’s copy in its conversations and nothing else there, or nothing at all', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { id } = await makeContact(key, { name: 'Ann' });
    const conversationIds = await makeConversations(workspaceId, id, ['msgapp', 'web']);
    const { json } = await patchContact(key, id, { name: 'Bea', tags: ['VIP'] });
    for (const conversationId of conversationIds) {
      const key = keys.conversation(workspaceId, conversationId);
      const fields = { id: conversationId, status: 'open', contact: toEmbeddedContact(json.data) };
      expect(await findItem(key)).toEqual({ ...key, ...fields, noted: expect.any(String) });
    }
    const before = await findItem(keys.contact(workspaceId, id));
    await removeItems([keys.conversation(workspaceId, conversationIds[0] ?? '')]);
    vi.spyOn(Math, 'random').mockReturnValue(0);
    await expect(updateContact(workspaceId, id, { name: 'Cleo', tags: ['new'] })).rejects.toThrow('write conflicts');
    expect(await findItem(keys.contact(workspaceId, id))).toEqual(before);
    expect((await tagLists(workspaceId)).byLists).toEqual({ VIP: [id] });
  });
});
