import { describe, expect, it } from 'vitest';
import { createContact } from '../../../functions/domain/contacts/contacts.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findContacts, searchContacts } from '../../../functions/table/contacts/contacts.ts';
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
    const first = await searchContacts(workspaceId, 'n1.', { limit: 2, after: undefined });
    expect(first.items.map(({ id }) => id)).toEqual([ids[11], ids[6]]);
    expect(await searchContacts(workspaceId, 'n1.', { limit: 2, after: first.next })).toMatchObject({
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
