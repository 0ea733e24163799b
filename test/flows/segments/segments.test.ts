import { describe, expect, it } from 'vitest';
import { createSegment } from '../../../functions/domain/segments/segments.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { call, makeWorkspace, readPages } from '../../support/client.ts';
import { getSegment, listNames, makeSegment, patchSegment, postSegment } from '../../support/segments.ts';

const vip = { match: 'all', rules: [{ field: 'tag', op: 'has', value: 'vip' }] };
const badRequest = (message: string) => ({
  status: 400,
  json: { error: { code: 'bad_request', message: expect.stringContaining(message) } },
});

describe('POST /segments', () => {
  it('a segment is static by default and can be read back', async () => {
    const { key } = await makeWorkspace();
    const { status, json } = await postSegment(key, { name: '  Friends ', description: 'Old ones' });
    expect(status).toBe(201);
    expect(json.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Friends',
      description: 'Old ones',
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
      kind: 'static',
      filter: null,
      member_count: 0,
      member_count_as_of: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: json.data.created_at,
    });
    expect(await getSegment(key, json.data.id)).toEqual(json.data);
  });

  it('a dynamic segment keeps its filter and a static one drops it unchecked', async () => {
    const { key } = await makeWorkspace();
    const shuffled = { rules: [{ value: 'vip', op: 'has', field: 'tag' }], match: 'all' };
    const { json, text } = await postSegment(key, { name: 'VIP', kind: 'dynamic', filter: shuffled });
    expect(json.data.filter).toEqual(vip);
    expect(text).toContain(`"filter":${JSON.stringify(vip)},"member_count":`);
    expect(await postSegment(key, { name: 'None', kind: 'dynamic' })).toMatchObject(badRequest('needs a "filter"'));
    expect((await makeSegment(key, { kind: 'static', filter: vip })).filter).toBeNull();
    expect((await makeSegment(key, { filter: null, description: null })).filter).toBeNull();
    for (const unsound of [{ match: 'none', rules: [] }, 'all of them', 7]) {
      expect((await makeSegment(key, { filter: unsound })).filter).toBeNull();
      expect((await makeSegment(key, { kind: 'static', filter: unsound })).filter).toBeNull();
    }
  });

  it('a retry with the same id returns the stored segment', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const id = newId();
    const first = await createSegment(workspaceId, id, { name: 'Once', kind: 'static' });
    expect(await createSegment(workspaceId, id, { name: 'Once', kind: 'static' })).toEqual(first);
  });
});

it('segments are listed newest first in pages, without member counts', async () => {
  const { key } = await makeWorkspace();
  const segments = [];
  for (const name of ['a', 'b', 'c', 'd', 'e']) segments.push(await makeSegment(key, { name }));
  const pages = await readPages<{ name: string }>(key, '/segments?limit=2');
  expect(pages.map((page) => page.map(({ name }) => name))).toEqual([['e', 'd'], ['c', 'b'], ['a']]);
  const { json } = await call<{ data: object[] }>('GET', '/segments', { key });
  expect(json.data).toEqual(segments.reverse().map(({ member_count, member_count_as_of, ...listed }) => listed));
});

describe('PATCH /segments/{id}', () => {
  it('a change keeps the fields that are absent', async () => {
    const { key } = await makeWorkspace();
    const before = await makeSegment(key, { name: 'A', description: 'one', kind: 'dynamic', filter: vip });
    const described = await patchSegment(key, before.id, { description: 'two' });
    expect(described).toMatchObject({ status: 200 });
    expect(described.json.data).toEqual({ ...before, description: 'two', updated_at: expect.any(String) });
    expect(described.json.data.updated_at > before.updated_at).toBe(true);
    const cleared = await patchSegment(key, before.id, { description: null, name: 'B' });
    expect(cleared.json.data).toMatchObject({ name: 'B', description: null, filter: vip, color: before.color });
    expect(await getSegment(key, before.id)).toEqual(cleared.json.data);
  });

  it('a segment stays dynamic or static: a filter can be replaced but neither removed nor added', async () => {
    const { key } = await makeWorkspace();
    const { id } = await makeSegment(key, { kind: 'dynamic', filter: vip });
    const filter = { match: 'any', rules: [{ field: 'email', op: 'exists', value: '' }] };
    expect((await patchSegment(key, id, { filter })).json.data.filter).toEqual(filter);
    expect((await patchSegment(key, id, { filter: null })).json.data.filter).toEqual(filter);
    expect(await patchSegment(key, id, { filter: { match: 'all', rules: [] } })).toMatchObject(badRequest('rules'));
    expect((await getSegment(key, id)).filter).toEqual(filter);
    const fixed = await makeSegment(key, { name: 'Static' });
    expect((await patchSegment(key, fixed.id, { kind: 'dynamic' })).json.data).toEqual(fixed);
    const filtered = await patchSegment(key, fixed.id, { description: 'new', filter: vip });
    expect(filtered).toMatchObject(badRequest('static segment has no filter'));
    expect(await getSegment(key, fixed.id)).toEqual(fixed);
  });

  it('an empty change writes nothing, null for a name or a filter neither, and null for the description clears it', async () => {
    const { key } = await makeWorkspace();
    const before = await makeSegment(key, { description: 'old' });
    expect((await patchSegment(key, before.id, {})).json.data).toEqual(before);
    const { status, json } = await patchSegment(key, before.id, { name: null, filter: null, description: null });
    expect(status).toBe(200);
    expect(json.data).toEqual({ ...before, description: null, updated_at: json.data.updated_at });
  });
});

it('a name is taken in any spelling until its segment gets another or is deleted', async () => {
  const { key } = await makeWorkspace();
  await makeSegment(key, { name: 'One' });
  expect((await postSegment((await makeWorkspace()).key, { name: 'One' })).status).toBe(201);
  const { id } = await makeSegment(key, { name: 'Two' });
  expect(await patchSegment(key, id, { name: 'ONE' })).toMatchObject(badRequest('already'));
  expect((await getSegment(key, id)).name).toBe('Two');
  expect((await patchSegment(key, id, { name: 'TWO' })).json.data.name).toBe('TWO');
  expect((await postSegment(key, { name: 'two' })).status).toBe(400);
  await patchSegment(key, id, { name: 'Three' });
  expect((await postSegment(key, { name: 'two' })).status).toBe(201);
  expect((await postSegment(key, { name: 'three' })).status).toBe(400);
  await call('DELETE', `/segments/${id}`, { key });
  expect((await postSegment(key, { name: 'three' })).status).toBe(201);
});

it('a deleted segment is not found and not listed', async () => {
  const { key } = await makeWorkspace();
  const { id } = await makeSegment(key);
  expect(await call('DELETE', `/segments/${id}`, { key })).toMatchObject({
    status: 200,
    json: { data: { id, deleted: true } },
  });
  for (const [method, path] of [
    ['GET', `/segments/${id}`],
    ['GET', `/segments/${id}/contacts`],
    ['DELETE', `/segments/${id}`],
  ] as const)
    expect((await call(method, path, { key })).status).toBe(404);
  expect(await listNames(key)).toEqual([]);
});
