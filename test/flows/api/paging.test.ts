import { describe, expect, it } from 'vitest';
import { newId } from '../../../functions/platform/ids.ts';
import { call, makeKey, makeWorkspace, readPages } from '../../support/client.ts';
import { makeThing } from '../../support/fixture/things.ts';

interface List {
  data: { id: string }[];
  meta: { next_cursor: string | null };
}

const page = (key: string, query: string) => call<List>('GET', `/things?${query}`, { key });

const makeThings = async (workspaceId: string, count: number): Promise<string[]> => {
  const ids = Array.from({ length: count }, newId);
  await Promise.all(ids.map((id) => makeThing(workspaceId, id, { name: 'x' })));
  return ids.reverse();
};

const readIds = async (key: string, limit: number, between?: () => Promise<unknown>): Promise<string[][]> =>
  (await readPages(key, `/things?limit=${limit}`, between)).map((rows) => rows.map(({ id }) => id));

describe('a list', () => {
  it.each([
    [3, 10],
    [100, 100],
  ])('pages of %i of %i rows list all of them newest first, with no short page but the last', async (limit, count) => {
    const { id, key } = await makeWorkspace();
    const newestFirst = await makeThings(id, count);
    const pages = await readIds(key, limit);
    expect(pages.flat()).toEqual(newestFirst);
    expect(pages).toHaveLength(Math.ceil(count / limit));
  });

  it('a list has no gaps and no repeats while rows are added', async () => {
    const { id, key } = await makeWorkspace();
    const before = await makeThings(id, 20);
    const pages = await readIds(key, 9, () => makeThing(id, newId(), { name: 'late' }));
    expect(pages.flat()).toEqual(before);
  });

  it('an empty list is one empty page', async () => {
    const { key } = await makeWorkspace();
    expect((await page(key, '')).json).toEqual({ data: [], meta: { next_cursor: null } });
  });
});

describe('a cursor', () => {
  const firstPage = async () => {
    const workspace = await makeWorkspace();
    const newestFirst = await makeThings(workspace.id, 5);
    const { json } = await page(workspace.key, 'limit=2');
    return { ...workspace, newestFirst, cursor: String(json.meta.next_cursor) };
  };

  it('a cursor works with every key and beside unknown query parameters, and another one is ignored', async () => {
    const { id, key, newestFirst, cursor } = await firstPage();
    const read = async (query: string, ownKey = key) =>
      (await page(ownKey, `limit=2&${query}`)).json.data.map((thing) => thing.id);
    const [first, second] = [newestFirst.slice(0, 2), newestFirst.slice(2, 4)];
    expect(await read(`cursor=${cursor}`, await makeKey(id))).toEqual(second);
    expect(await read(`_=123&utm=mail&cursor=${cursor}`)).toEqual(second);
    const forged = `${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}`;
    for (const spoiled of [forged, '%F0%9F%98%80', cursor.slice(0, 20)])
      expect(await read(`cursor=${spoiled}`), spoiled).toEqual(first);
    // It belongs to another value of a known filter of the same list.
    expect(await read(`colour=red&cursor=${cursor}`)).toEqual(first);
  });

  it('a cursor of another workspace is ignored', async () => {
    const { cursor } = await firstPage();
    const { key, newestFirst } = await firstPage();
    const { json } = await page(key, `limit=2&cursor=${cursor}`);
    expect(json.data.map(({ id }) => id)).toEqual(newestFirst.slice(0, 2));
  });
});
