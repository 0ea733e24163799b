import { describe, expect, it } from 'vitest';
import { createContact } from '../../../functions/domain/contacts/contacts.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findTagByName, isTagInUse, queryTaggedContactIds } from '../../../functions/table/contacts/tags.ts';
import { newPhone } from '../../support/contacts.ts';

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
