import { describe, expect, it } from 'vitest';
import { createContact } from '../../../functions/domain/contacts/contacts.ts';
import { importContacts } from '../../../functions/domain/contacts/import-contacts.ts';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import type { ImportStatus } from '../../../functions/model/contacts/import.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findContactIdsByPhone, queryContacts } from '../../../functions/table/contacts/contacts.ts';
import { listShopContacts, listShopConversations, makeShop } from '../../support/channels/channels.ts';
import { makeKey, makeWorkspace } from '../../support/client.ts';
import {
  listAllContacts,
  makeContact,
  newPhone,
  newPhones,
  patchContact,
  postBatch,
  postContact,
  tagLists,
} from '../../support/contacts.ts';
import { newInboundText } from '../../support/messages/inbound-items.ts';
import { actBefore, writes } from '../../support/table/act-before.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';
import { throttleTable } from '../../support/table/throttled-writes.ts';

const firstPage = { limit: 100, after: undefined };
const four = [0, 1, 2, 3];

describe('concurrent requests', () => {
  it('four requests with one new number and tags create one contact and one tag per name', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const phone = newPhone();
    const answers = await Promise.all(four.map((n) => postContact(key, { phone, tags: ['all', 'ALL', `own ${n}`] })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const { byLists, byContacts, tagKeys } = await tagLists(workspaceId);
    expect(byLists).toEqual(byContacts);
    expect(tagKeys.sort()).toEqual(['all', ...four.map((n) => `own ${n}`)]);
    expect((await queryContacts(workspaceId, firstPage)).items).toMatchObject([{ tags: [{}, {}] }]);
  });

  it('four new contacts with one new tag name create one tag', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const spellings = ['vip', 'VIP', 'Vip', 'vIp'];
    const answers = await Promise.all(spellings.map((name) => postContact(key, { phone: newPhone(), tags: [name] })));
    expect(answers.map(({ status }) => status)).toEqual(four.map(() => 201));
    expect(new Set(answers.map(({ json }) => JSON.stringify(json.data.tags[0]))).size).toBe(1);
    const { byLists, tagKeys } = await tagLists(workspaceId);
    expect(tagKeys).toEqual(['vip']);
    expect(Object.values(byLists)[0]).toHaveLength(4);
  });
});

const toEntries = (phones: readonly string[], fields: { name?: string; tags?: string[] } = {}) =>
  phones.map((phone) => ({ phone, ...fields }));

const keepWithin = (ms: number) => ({ onExisting: 'keep' as const, endsByMs: clock.now() + ms });

/** Sends again what the service was too busy for, as a client does. Returns the ids of the contacts. */
const importAll = async (key: string, entries: readonly object[]) => {
  let created = 0;
  for (;;) {
    const { status, json } = await postBatch(key, entries);
    if (status === 500) continue;
    created += json.data.created;
    if (json.data.results.some(({ error }) => error?.code === 'internal')) continue;
    expect(json.data.rejected).toBe(0);
    return { created, ids: json.data.results.map(({ contact_id }) => contact_id) };
  }
};

/** Each number leads to its one contact, and there is no other. */
const expectOneContactEach = async (workspaceId: string, phones: readonly string[]): Promise<void> => {
  const contacts = await listAllContacts(workspaceId);
  expect(contacts.map(({ phone }) => phone).sort()).toEqual(phones.toSorted());
  const pointers = await findContactIdsByPhone(workspaceId, phones);
  expect(contacts.map(({ id, phone }) => [phone, id]).sort()).toEqual([...pointers].sort());
};

describe('concurrent imports', () => {
  it('two imports of the same 30 numbers at once end with one contact each, created once', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const otherKey = await makeKey(workspaceId);
    const phones = newPhones(30);
    const [first, second] = await Promise.all([
      importAll(key, toEntries(phones, { name: 'First', tags: ['shared'] })),
      importAll(otherKey, toEntries(phones.toReversed(), { name: 'Second', tags: ['SHARED'] })),
    ]);
    // One that was stored but reported as busy is unchanged when it comes again.
    expect(first.created + second.created).toBeLessThanOrEqual(30);
    expect(second.ids.toReversed()).toEqual(first.ids);
    await expectOneContactEach(workspaceId, phones);
    expect((await tagLists(workspaceId)).tagKeys).toEqual(['shared']);
  });

  it('an import with updates and four changes of the same contact lose no field', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { id, phone } = await makeContact(key);
    const changes = Array.from({ length: 4 }, (_, n) => patchContact(key, id, { company: `Company ${n}` }));
    const entry = { phone, name: 'Imported', tags: ['imported'] };
    const [imported] = await Promise.all([postBatch(key, [entry], { on_existing: 'update' }), ...changes]);
    expect(imported.json.data).toMatchObject({ updated: 1 });
    expect(await listAllContacts(workspaceId)).toMatchObject([
      { name: 'Imported', company: expect.stringMatching(/^Company/), tags: [{ name: 'imported' }], version: 6 },
    ]);
  });

  it('an import during first messages of the same numbers creates one contact and one conversation each', async () => {
    const shop = await makeShop();
    const phones = newPhones(4);
    const receive = (phone: string): Promise<void> =>
      processInbound({ item: newInboundText(shop.accounts.msgapp, phone, 'Hi'), postponements: 0 });
    await Promise.all([
      importAll(shop.key, toEntries(phones, { name: 'Imported', tags: ['crm'] })),
      ...phones.map(receive),
    ]);
    await expectOneContactEach(shop.id, phones);
    const conversations = await listShopConversations(shop);
    expect(conversations).toHaveLength(4);
    const contacts = await listShopContacts(shop);
    for (const { contact, contact_id } of conversations) {
      expect(contact.tags.map(({ name }) => name)).toEqual(['crm']);
      expect(contacts.find(({ id }) => id === contact_id)).toMatchObject({ tags: contact.tags, name: contact.name });
    }
  });
});

describe('a tag that another writer creates during an import', () => {
  it('the contacts of both have the same tag', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const [imported = '', posted = ''] = newPhones(2);
    const other = actBefore(writes(`WS#${workspaceId}#TAG`), () =>
      createContact(workspaceId, newId(), { phone: posted, tags: ['VIP'] }),
    );
    await importContacts(workspaceId, newId(), toEntries([imported], { tags: ['vip'] }), keepWithin(60_000));
    expect(other.hasActed()).toBe(true);
    const { byLists, byContacts } = await tagLists(workspaceId);
    expect(byLists).toEqual({ VIP: expect.any(Array) });
    expect(byLists['VIP']).toHaveLength(2);
    expect(byContacts).toEqual(byLists);
  });
});

describe('an import that fails in part', () => {
  it('after a crash at any call, a repetition under the same id completes it and reports every contact as created', async () => {
    const callCount = await crashAtEveryCall({
      prepare: async () => ({ workspaceId: (await makeWorkspace()).id, importId: newId(), phones: newPhones(26) }),
      run: ({ workspaceId, importId, phones }, receiveCount) =>
        importContacts(workspaceId, importId, toEntries(phones, { tags: ['a', 'b'] }), keepWithin(60_000)).then(
          ({ results }) => {
            if (receiveCount === 2) expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['created']));
          },
        ),
      verify: async ({ workspaceId, phones }, { label }) => {
        await expectOneContactEach(workspaceId, phones);
        const contacts = await listAllContacts(workspaceId);
        expect(new Set(contacts.map(({ tags }) => tags.length)), label).toEqual(new Set([2]));
      },
    });
    expect(callCount).toBeGreaterThan(5);
  });

  const writesContact = (workspaceId: string, phone: string) => (input: object) =>
    'TransactItems' in input && JSON.stringify(input).includes(`WS#${workspaceId}#PHONE#${phone}`);

  const countStatuses = (results: { status: ImportStatus; error: { code: string } | null }[]) =>
    Object.fromEntries(
      [...Map.groupBy(results, ({ status, error }) => error?.code ?? status)].map(([name, { length }]) => [
        name,
        length,
      ]),
    );

  it('entries that a throttled table does not take are rejected as internal until they are repeated', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const phones = newPhones(50);
    const throttle = throttleTable(writesContact(workspaceId, phones[30] ?? ''));
    const first = await importContacts(workspaceId, newId(), toEntries(phones), keepWithin(60_000));
    expect(countStatuses(first.results)).toEqual({ created: 25, internal: 25 });
    expect(first.results[30]?.error).toEqual({ code: 'internal', message: expect.stringMatching(/again in a new/) });
    throttle.relent();
    const again = await importContacts(workspaceId, newId(), toEntries(phones), keepWithin(60_000));
    expect(countStatuses(again.results)).toEqual({ created: 25, unchanged: 25 });
    await expectOneContactEach(workspaceId, phones);
  });

  it('an import of which the table takes nothing fails as a whole', async () => {
    const { id: workspaceId } = await makeWorkspace();
    throttleTable(writesContact(workspaceId, ''));
    const run = importContacts(workspaceId, newId(), toEntries(newPhones(30)), keepWithin(60_000));
    await expect(run).rejects.toThrow(/exceeds/);
    expect(await listAllContacts(workspaceId)).toEqual([]);
  });
});
