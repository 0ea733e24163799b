import { beforeAll, describe, expect, it } from 'vitest';
import { createContact } from '../../../functions/domain/contacts/contacts.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { call, makeKey, makeWorkspace } from '../../support/client.ts';
import { type ContactList, makeContact, newPhone } from '../../support/contacts.ts';

type Query = Record<string, string>;

const list = (key: string, query: Query = {}) =>
  call<ContactList>('GET', `/contacts?${new URLSearchParams(query)}`, { key });

const listIds = async (key: string, query: Query): Promise<string[]> =>
  (await list(key, query)).json.data.map(({ id }) => id);

/** In process, so no rate limit applies; returns the ids, newest first. */
const makeContacts = async (workspaceId: string, count: number, fields: (n: number) => object = () => ({})) => {
  const ids = Array.from({ length: count }, newId);
  const make = (id: string) => createContact(workspaceId, id, { phone: newPhone(), ...fields(ids.indexOf(id)) });
  for (let start = 0; start < count; start += 20) await Promise.all(ids.slice(start, start + 20).map(make));
  return ids.reverse();
};

const readPages = async (key: string, query: Query, between = async (): Promise<unknown> => undefined) => {
  const pages: string[][] = [];
  for (let cursor: string | null = ''; cursor !== null; await between()) {
    const { json }: { json: ContactList } = await list(key, { ...query, cursor });
    pages.push(json.data.map(({ id }) => id));
    cursor = json.meta.next_cursor;
  }
  return pages;
};

describe('GET /contacts', () => {
  it('contacts are listed newest first with all their fields', async () => {
    const { key } = await makeWorkspace();
    const older = await makeContact(key, { name: 'Ann', tags: ['VIP'] });
    const newer = await makeContact(key);
    expect((await list(key)).json).toEqual({ data: [newer, older], meta: { next_cursor: null } });
  });

  const isEven = (n: number): object => (n % 2 === 0 ? { name: 'Even Steven', tags: ['even'] } : { tags: ['odd'] });

  it.each([
    ['no filter', {}, 1],
    ['a search', { search: 'STEVEN' }, 2],
    ['a tag', { tag: 'EVEN' }, 2],
    ['a search and a tag', { search: 'steven', tag: 'even' }, 2],
  ])('a list with %s has full pages without gaps or repeats while contacts are added', async (_, query, nth) => {
    const { id: workspaceId, key } = await makeWorkspace();
    const newestFirst = await makeContacts(workspaceId, 30, isEven);
    const expected = newestFirst.filter((_id, index) => nth === 1 || index % 2 === 1);
    const pages = await readPages(key, { ...query, limit: '4' }, () =>
      createContact(workspaceId, newId(), { phone: newPhone(), ...isEven(0) }),
    );
    expect(pages.flat()).toEqual(expected);
    expect(pages.map(({ length }) => length).slice(0, -1)).toEqual(pages.slice(1).map(() => 4));
    expect(pages).toHaveLength(Math.ceil(expected.length / 4));
  });
});

describe('a list of GET /contacts that few contacts match', () => {
  let key: string;
  let needles: string[];

  beforeAll(async () => {
    const workspace = await makeWorkspace();
    key = workspace.key;
    const newestFirst = await makeContacts(workspace.id, 250, (n) =>
      n % 80 === 3 ? { name: 'A Needle', tags: ['needle', 'hay'] } : { tags: ['hay'] },
    );
    needles = newestFirst.filter((_id, index) => (249 - index) % 80 === 3);
  });

  it.each([
    ['a search', { search: 'needle' }],
    ['a tag', { tag: 'needle' }],
    ['a search and a tag', { search: 'needle', tag: 'hay' }],
  ])('a list with %s that few contacts match has full pages and no empty one at its end', async (_, query) => {
    expect(needles).toHaveLength(4);
    expect(await readPages(key, { ...query, limit: '2' })).toEqual([needles.slice(0, 2), needles.slice(2)]);
  });
});

describe('the search of GET /contacts', () => {
  it('a search finds a contact by a part of any field, in any spelling', async () => {
    const { key } = await makeWorkspace();
    const fields = { phone: '+4915112345678', name: 'Zoë Müller', email: 'zoe@example.com', company: 'ACME GmbH' };
    const { id } = await makeContact(key, fields);
    await makeContact(key, { phone: '+14155552671', name: 'Bob' });
    for (const search of ['ÜLLER', 'mu\u0308ller', 'ZOE@EXA', 'acme g', '4915112', '+4915112345678', '  zoë '])
      expect(await listIds(key, { search }), search).toEqual([id]);
  });

  it('a search does not match across fields or in tags and ids', async () => {
    const { key } = await makeWorkspace();
    const { id } = await makeContact(key, { name: 'Ann', email: 'bob@example.com', tags: ['VIP'] });
    for (const search of ['ann\nbob', 'annbob', 'vip', id]) expect(await listIds(key, { search })).toEqual([]);
  });

  it('an empty search lists all contacts', async () => {
    const { key } = await makeWorkspace();
    const { id } = await makeContact(key);
    for (const search of ['', '  ']) expect(await listIds(key, { search })).toEqual([id]);
  });
});

describe('the tag filter of GET /contacts', () => {
  it('the tag filter accepts a name in any spelling and the tag id', async () => {
    const { key } = await makeWorkspace();
    const { id, tags } = await makeContact(key, { tags: ['Très chic'] });
    await makeContact(key, { tags: ['other'] });
    const tagId = String(tags[0]?.id);
    for (const tag of ['Très chic', ' TRÈS CHIC ', 'tre\u0300s chic', tagId, tagId.toUpperCase()])
      expect(await listIds(key, { tag })).toEqual([id]);
  });

  it('the tag filter finds a tag whose name looks like an id', async () => {
    const { key } = await makeWorkspace();
    const tag = newId();
    const { id } = await makeContact(key, { tags: [tag] });
    expect(await listIds(key, { tag })).toEqual([id]);
  });

  it("another workspace's tag id gives the same empty list as an unknown id", async () => {
    const [{ key }, { key: other }] = [await makeWorkspace(), await makeWorkspace()];
    const theirs = await makeContact(other, { tags: ['VIP'] });
    await makeContact(key, { tags: ['VIP'] });
    const answers = await Promise.all(
      [String(theirs.tags[0]?.id), newId()].map(async (tag) => (await list(key, { tag })).text),
    );
    expect(answers).toEqual(answers.map(() => '{"data":[],"meta":{"next_cursor":null}}'));
  });

  it('an unknown or impossible tag name gives an empty list', async () => {
    const { key } = await makeWorkspace();
    await makeContact(key, { tags: ['VIP'] });
    for (const tag of ['', ' ', 'unknown', 'x'.repeat(81), 'x'.repeat(3000)])
      expect(await list(key, { tag })).toMatchObject({ status: 200, json: { data: [] } });
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
