import { describe, expect, it } from 'vitest';
import { listContacts } from '../../../functions/domain/contacts/list-contacts.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findContactCount } from '../../../functions/table/contacts/words.ts';
import { call, makeKey, makeWorkspace, readPages } from '../../support/client.ts';
import { type ContactList, makeContact } from '../../support/contacts.ts';
import { seedContacts, seedTag } from '../../support/segments.ts';

type Query = Record<string, string>;

const list = (key: string, query: Query = {}) =>
  call<ContactList>('GET', `/contacts?${new URLSearchParams(query)}`, { key });

const listIds = async (key: string, query: Query): Promise<string[]> =>
  (await list(key, query)).json.data.map(({ id }) => id);

const findIds = async (workspaceId: string, filters: Query): Promise<string[]> =>
  (await listContacts(workspaceId, filters, { limit: 10, after: undefined })).items.map(({ id }) => id);

describe('GET /contacts', () => {
  it('contacts are listed newest first with all their fields', async () => {
    const { key } = await makeWorkspace();
    const older = await makeContact(key, { name: 'Ann', tags: ['VIP'] });
    const newer = await makeContact(key);
    expect((await list(key)).json).toEqual({ data: [newer, older], meta: { next_cursor: null } });
  });
});

it('a list that few contacts match has only full pages without gaps, even while contacts are added', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const [needle, hay] = [await seedTag(workspaceId, 'needle'), await seedTag(workspaceId, 'hay')];
  const toFields = (n: number) => (n % 20 === 3 ? { name: 'A Needle', tags: [needle, hay] } : { tags: [hay] });
  const newestFirst = await seedContacts(workspaceId, 70, toFields);
  const needles = newestFirst.filter((_, index) => (69 - index) % 20 === 3);
  await expect.poll(() => findContactCount(workspaceId), { timeout: 20_000 }).toBe(newestFirst.length);
  for (const query of [{ search: 'needle' }, { tag: 'needle' }, { search: 'needle', tag: 'hay' }]) {
    const before = [...needles];
    const path = `/contacts?limit=2&${new URLSearchParams(Object.entries(query))}`;
    const add = async () => needles.unshift(...(await seedContacts(workspaceId, 1, () => toFields(3))));
    const pages = await readPages(key, path, add);
    expect(pages.flat().map(({ id }) => id)).toEqual(before);
    expect(pages).toHaveLength(Math.ceil(before.length / 2));
  }
});

describe('the search of GET /contacts', () => {
  it('a search finds a contact by parts of any fields, in any spelling, not in tags and ids', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const fields = { phone: '+4915112345678', name: 'Zoë Müller', email: 'zoe@example.com', company: 'ACME GmbH' };
    const { id } = await makeContact(key, { ...fields, tags: ['VIP'] });
    const other = await makeContact(key, { phone: '+14155552671', name: 'Bob' });
    for (const search of [
      'ÜLLER',
      'mu\u0308ller',
      'ZOE@EXA',
      'acme g',
      '4915112',
      '+4915112345678',
      '  zoë ',
      'acme zoe',
    ])
      expect(await findIds(workspaceId, { search }), search).toEqual([id]);
    for (const search of ['müllerzoe', 'müller bob', 'vip', id])
      expect(await findIds(workspaceId, { search })).toEqual([]);
    for (const search of ['', '  ']) expect(await findIds(workspaceId, { search })).toEqual([other.id, id]);
  });
});

describe('the tag filter of GET /contacts', () => {
  it("the tag filter takes a name in any spelling or an id, and finds nothing by another workspace's id", async () => {
    const [{ id: workspaceId, key }, stranger] = [await makeWorkspace(), await makeWorkspace()];
    const idLike = newId();
    const { id, tags } = await makeContact(key, { tags: ['Très chic', idLike] });
    await makeContact(key, { tags: ['other'] });
    const theirs = await makeContact(stranger.key, { tags: ['Très chic'] });
    const tagId = String(tags[0]?.id);
    for (const tag of ['Très chic', ' TRÈS CHIC ', 'tre\u0300s chic', tagId, tagId.toUpperCase(), idLike])
      expect(await findIds(workspaceId, { tag })).toEqual([id]);
    for (const tag of [String(theirs.tags[0]?.id), newId(), '', ' ', 'unknown', 'x'.repeat(81), 'x'.repeat(3000)])
      expect(await findIds(workspaceId, { tag })).toEqual([]);
  });
});

it('the phone filter finds a contact by its number in any form, also with an unescaped plus, and no other', async () => {
  const { key } = await makeWorkspace();
  const { id } = await makeContact(key, { phone: '+4915112345678' });
  await makeContact(key);
  for (const phone of ['+4915112345678', '0151 12345678', '+49 (0)151-12345678', ' 4915112345678'])
    expect(await listIds(key, { phone }), phone).toEqual([id]);
  const { json } = await call<ContactList>('GET', '/contacts?phone=+4915112345678', { key });
  expect(json.data).toMatchObject([{ id }]);
  expect(await listIds(key, { phone: '+14155552671' })).toEqual([]);
  for (const phone of ['', '12345', '+4915'])
    expect(await list(key, { phone })).toMatchObject({ status: 400, json: { error: { code: 'bad_request' } } });
});

it('a contact must match every filter', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const phone = '+4915112345678';
  const wanted = await makeContact(key, { phone, name: 'Ann', tags: ['VIP'] });
  await makeContact(key, { name: 'Ann', tags: ['other'] });
  await makeContact(key, { name: 'Bea', tags: ['VIP'] });
  const [search, tag] = ['ann', 'vip'];
  const another = await makeKey(workspaceId);
  const met: Query[] = [
    { search, tag },
    { search, phone },
    { tag, phone },
    { search, tag, phone },
  ];
  for (const query of met) expect(await listIds(another, query)).toEqual([wanted.id]);
  const unmet: Query[] = [
    { search: 'bea', phone },
    { tag: 'other', phone },
    { search: 'cleo', tag },
  ];
  for (const query of unmet) expect(await listIds(another, query)).toEqual([]);
});
