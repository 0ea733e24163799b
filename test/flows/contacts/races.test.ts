import { describe, expect, it } from 'vitest';
import { queryContacts } from '../../../functions/table/contacts/contacts.ts';
import { makeKey, makeWorkspace } from '../../support/client.ts';
import { makeContact, newPhone, patchContact, postContact, tagLists } from '../../support/contacts.ts';

const firstPage = { limit: 100, after: undefined };
const eight = [0, 1, 2, 3, 4, 5, 6, 7];

describe('concurrent requests', () => {
  it('eight requests with one new number create one contact and one gets 201', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const phone = newPhone();
    const answers = await Promise.all(eight.map((n) => postContact(key, { phone, name: `Caller ${n}` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    const winner = answers.find(({ status }) => status === 201)?.json.data;
    expect(answers.map(({ json }) => json.data)).toEqual(eight.map(() => winner));
    expect((await queryContacts(workspaceId, firstPage)).items).toHaveLength(1);
  });

  it('eight requests with one new number and tags create one contact and one tag per name', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const phone = newPhone();
    const answers = await Promise.all(eight.map((n) => postContact(key, { phone, tags: ['all', 'ALL', `own ${n}`] })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
    const { byLists, byContacts, tagKeys } = await tagLists(workspaceId);
    expect(byLists).toEqual(byContacts);
    expect(tagKeys.sort()).toEqual(['all', ...eight.map((n) => `own ${n}`)]);
    expect((await queryContacts(workspaceId, firstPage)).items).toMatchObject([{ tags: [{}, {}] }]);
  });

  it('eight new contacts with one new tag name create one tag', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const spellings = ['vip', 'VIP', 'Vip', 'vIp', 'viP', 'VIp', 'vIP', 'ViP'];
    const answers = await Promise.all(spellings.map((name) => postContact(key, { phone: newPhone(), tags: [name] })));
    expect(answers.map(({ status }) => status)).toEqual(eight.map(() => 201));
    expect(new Set(answers.map(({ json }) => JSON.stringify(json.data.tags[0]))).size).toBe(1);
    const { byLists, tagKeys } = await tagLists(workspaceId);
    expect(tagKeys).toEqual(['vip']);
    expect(Object.values(byLists)[0]).toHaveLength(8);
  });

  it('concurrent tag changes leave the tags of one request, and the tag rows agree', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { id } = await makeContact(key, { tags: ['start'] });
    const tagSets = eight.map((n) => [`t${n}`, `t${(n + 1) % 8}`, 'both']);
    const answers = await Promise.all(tagSets.map((tags) => patchContact(key, id, { tags })));
    expect(answers.map(({ status }) => status)).toEqual(eight.map(() => 200));
    const { byLists, byContacts, tagKeys } = await tagLists(workspaceId);
    expect(byLists).toEqual(byContacts);
    expect(new Set(tagKeys).size).toBe(tagKeys.length);
    const [contact] = (await queryContacts(workspaceId, firstPage)).items;
    expect(tagSets).toContainEqual(contact?.tags.map(({ name }) => name));
    expect(contact?.version).toBe(9);
  });

  it('concurrent changes of different fields are all kept', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { id } = await makeContact(key);
    const changes = [{ name: 'Ann' }, { email: 'ann@example.com' }, { company: 'ACME' }, { tags: ['VIP'] }];
    await Promise.all(changes.map((change) => patchContact(key, id, change)));
    expect((await queryContacts(workspaceId, firstPage)).items).toMatchObject([
      { name: 'Ann', email: 'ann@example.com', company: 'ACME', tags: [{ name: 'VIP' }] },
    ]);
  });

  it('forty concurrent changes of one contact all succeed', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { id } = await makeContact(key);
    const keys = await Promise.all(eight.map(() => makeKey(workspaceId)));
    const calls = keys.flatMap((caller, n) =>
      [0, 1, 2, 3, 4].map((m) => patchContact(caller, id, { name: `${n}.${m}` })),
    );
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 200));
    expect((await queryContacts(workspaceId, firstPage)).items).toMatchObject([{ version: 41 }]);
  });
});
