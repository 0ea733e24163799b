import { describe, expect, it } from 'vitest';
import { createContact } from '../../../functions/domain/contacts/contacts.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findContacts, searchContacts } from '../../../functions/table/contacts/contacts.ts';
import { findTagByName, isTagInUse, queryTaggedContactIds } from '../../../functions/table/contacts/tags.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { newPhone } from '../../support/contacts.ts';

describe('contacts in the table', () => {
  it('a search continues past the 1 MB limit of a query', async () => {
    const workspaceId = newId();
    const ids = Array.from({ length: 12 }, newId);
    for (const [n, id] of ids.entries()) {
      const Item = { ...keys.contact(workspaceId, id), id, search_text: `n${n % 5}.`, filler: 'x'.repeat(200_000) };
      await transact([{ Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' } }]);
    }
    const first = await searchContacts(workspaceId, { text: 'n1.' }, { limit: 2, after: undefined });
    expect(first.items.map(({ id }) => id)).toEqual([ids[11], ids[6]]);
    expect(await searchContacts(workspaceId, { text: 'n1.' }, { limit: 2, after: first.next })).toMatchObject({
      items: [{ id: ids[1] }],
      next: undefined,
    });
  });

  it('findContacts returns each contact of the workspace once and skips other ids', async () => {
    const [workspaceId, other] = [newId(), newId()];
    const [ours, theirs] = [newId(), newId()];
    await createContact(workspaceId, ours, { phone: newPhone() });
    await createContact(other, theirs, { phone: newPhone() });
    expect(await findContacts(workspaceId, [ours, theirs, newId(), ours])).toMatchObject([{ id: ours }]);
    expect(await findContacts(workspaceId, [])).toEqual([]);
  });
});

const makeTagged = async (workspaceId: string, ...tags: string[]) =>
  (await createContact(workspaceId, newId(), { phone: newPhone(), tags })).contact;

describe('a tag', () => {
  it('a tag is found by any spelling of its name, in its own workspace only', async () => {
    const workspaceId = newId();
    const { tags } = await makeTagged(workspaceId, 'Très chic');
    for (const name of ['Très chic', ' TRÈS CHIC\n', 'tre\u0300s chic']) {
      expect(await findTagByName(workspaceId, name)).toEqual(tags[0]);
    }
    expect(await findTagByName(newId(), 'Très chic')).toBeUndefined();
  });

  it('a blank or too long name finds no tag', async () => {
    for (const name of ['', ' ', 'x'.repeat(2_000)]) expect(await findTagByName(newId(), name)).toBeUndefined();
  });

  it('a tag is in use only in the workspace whose contacts have it', async () => {
    const workspaceId = newId();
    const { tags } = await makeTagged(workspaceId, 'VIP');
    const tagId = String(tags[0]?.id);
    expect(await isTagInUse(workspaceId, tagId)).toBe(true);
    expect(await isTagInUse(newId(), tagId)).toBe(false);
    expect(await isTagInUse(workspaceId, newId())).toBe(false);
  });

  it('the contacts of a tag are listed newest first in pages', async () => {
    const workspaceId = newId();
    const contacts = [await makeTagged(workspaceId, 'a'), await makeTagged(workspaceId, 'A', 'b')];
    const third = await makeTagged(workspaceId, 'a');
    const tagId = String(third.tags[0]?.id);
    const first = await queryTaggedContactIds(tagId, { limit: 2, after: undefined });
    expect(first).toEqual({ items: [third.id, contacts[1]?.id], next: contacts[1]?.id });
    expect(await queryTaggedContactIds(tagId, { limit: 2, after: first.next })).toEqual({
      items: [contacts[0]?.id],
      next: undefined,
    });
  });
});
