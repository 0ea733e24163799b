import { describe, expect, it } from 'vitest';
import { createContact, updateContact } from '../../../functions/domain/contacts/contacts.ts';
import { importContacts } from '../../../functions/domain/contacts/import-contacts.ts';
import { eraseContact } from '../../../functions/domain/erasures/erase-contact.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { putPhoneAlias } from '../../../functions/table/contacts/contact-writes.ts';
import { findContact } from '../../../functions/table/contacts/contacts.ts';
import { makeWorkspace } from '../../support/client.ts';
import { listAllContacts, makeContact, postBatch } from '../../support/contacts.ts';
import { deleteContact, findDanglingItems, findItemsWith, makeNextPass, newOwnPhone } from '../../support/erasures.ts';
import { startTestClock } from '../../support/messages/held-messages.ts';
import { actBefore, reads, writes } from '../../support/table/act-before.ts';

const makePerson = async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const phone = newOwnPhone();
  const { id } = await makeContact(key, { phone, name: 'Before', tags: ['before'] });
  return { workspaceId, key, id, phone };
};

const moments = [
  ['its contact is read', reads],
  ['its contact is written', writes],
] as const;

describe('a number that is erased while another request has looked it up', () => {
  it.each(moments)('an import creates a whole new contact if the number is erased before %s', async (_, isMoment) => {
    const { workspaceId, id, phone } = await makePerson();
    const erasure = actBefore(isMoment(`"${id}"`), () => eraseContact(workspaceId, id));
    const entry = { phone, name: 'Imported', tags: ['crm'] };
    const options = { onExisting: 'update' as const, endsByMs: clock.now() + 60_000 };
    const { results } = await importContacts(workspaceId, newId(), [entry], options);
    expect(erasure.hasActed()).toBe(true);
    expect(results).toMatchObject([{ status: 'created', error: null }]);
    const contacts = await listAllContacts(workspaceId);
    expect(contacts).toMatchObject([{ id: results[0]?.contact_id, phone, name: 'Imported', tags: [{ name: 'crm' }] }]);
    expect(contacts[0]?.id).not.toBe(id);
    expect(await findDanglingItems(workspaceId)).toEqual([]);
  });

  it.each([
    ['its contact is read', reads, undefined],
    ['its tags are written', writes, ['vip']],
  ] as const)('POST /contacts creates a new contact if the number is erased before %s', async (_, isMoment, tags) => {
    const { workspaceId, id, phone } = await makePerson();
    const erasure = actBefore(isMoment(`"${id}"`), () => eraseContact(workspaceId, id));
    const created = await createContact(workspaceId, newId(), {
      phone,
      name: 'After',
      ...(tags && { tags: [...tags] }),
    });
    expect(erasure.hasActed()).toBe(true);
    expect(created).toMatchObject({ isNew: true, contact: { phone, name: 'After' } });
    expect((await listAllContacts(workspaceId)).map((contact) => contact.id)).toEqual([created.contact.id]);
    expect(await findDanglingItems(workspaceId)).toEqual([]);
  });

  it('imports at the moment of the erasure reject nothing and leave at most one contact', async () => {
    const time = startTestClock();
    const { workspaceId, key, id, phone } = await makePerson();
    const entry = { phone, name: 'Imported', tags: ['crm'] };
    const imports = Array.from({ length: 6 }, () => postBatch(key, [entry], { on_existing: 'update' }));
    const [responses] = await Promise.all([Promise.all(imports), deleteContact(key, id)]);
    expect(responses.map(({ json }) => json.data.rejected)).toEqual(responses.map(() => 0));
    expect((await makeNextPass(time, workspaceId, id)).status).toBe('done');
    const contacts = await listAllContacts(workspaceId);
    expect(contacts.length).toBeLessThanOrEqual(1);
    expect(contacts.map((contact) => contact.id)).not.toContain(id);
    expect(await findDanglingItems(workspaceId)).toEqual([]);
    expect(await findItemsWith(['Before'])).toEqual([]);
  });
});

describe('a contact that changes while it is erased', () => {
  it('a tag that the contact gets just before the erasure is written leaves no row', async () => {
    const { workspaceId, id } = await makePerson();
    const change = actBefore(writes('#ERASURE'), () => updateContact(workspaceId, id, { tags: ['late'] }));
    await eraseContact(workspaceId, id);
    expect(change.hasActed()).toBe(true);
    expect(await findContact(workspaceId, id)).toBeUndefined();
    expect(await findDanglingItems(workspaceId)).toEqual([]);
  });

  it.each([
    ['the first', 0],
    ['another', 1],
  ])('%s alias that the contact gets just before the erasure is written leads nowhere', async (_, earlier) => {
    const time = startTestClock();
    const { workspaceId, id } = await makePerson();
    const other = newOwnPhone();
    const alias = { contact_id: id, conversation_id: newId() };
    for (const phone of Array.from({ length: earlier }, newOwnPhone)) await putPhoneAlias(workspaceId, phone, alias);
    const change = actBefore(writes('#ERASURE'), () => putPhoneAlias(workspaceId, other, alias));
    await eraseContact(workspaceId, id);
    expect(change.hasActed()).toBe(true);
    expect(await findDanglingItems(workspaceId)).toEqual([]);
    expect((await makeNextPass(time, workspaceId, id)).status).toBe('done');
    expect(await findItemsWith([other])).toEqual([]);
  });
});
