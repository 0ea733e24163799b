import { describe, expect, it } from 'vitest';
import { createSegment } from '../../../functions/domain/segments/segments.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { getSegment, listNames, makeSegment, patchSegment, postSegment } from '../../support/segments.ts';

const recent = { field: 'created_at', op: 'within_days' };
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
    expect((await makeSegment(key, { kind: 'static', filter: vip })).filter).toBeNull();
    expect((await makeSegment(key, { filter: null, description: null })).filter).toBeNull();
    for (const unsound of [{ match: 'none', rules: [] }, 'all of them', 7]) {
      expect((await makeSegment(key, { filter: unsound })).filter).toBeNull();
      expect((await makeSegment(key, { kind: 'static', filter: unsound })).filter).toBeNull();
    }
  });

  it.each([
    ['no name', {}, '"name" is required'],
    ['an empty name', { name: '  ' }, '"name" must not be empty'],
    ['a name of 81 characters', { name: 'x'.repeat(81) }, '"name" must have at most 80 characters'],
    ['a name that is null', { name: null }, '"name" must be a string'],
    ['an unknown kind', { name: 'x', kind: 'smart' }, '"kind" must be one of static, dynamic'],
    ['a description that is a number', { name: 'x', description: 5 }, '"description" must be'],
    ['a description of 2,001 characters', { name: 'x', description: 'x'.repeat(2_001) }, '"description" must'],
    ['a dynamic kind without a filter', { name: 'x', kind: 'dynamic' }, 'needs a "filter"'],
    ['a dynamic kind with the filter null', { name: 'x', kind: 'dynamic', filter: null }, 'needs a "filter"'],
    [
      'an unknown operator',
      { name: 'x', kind: 'dynamic', filter: { match: 'all', rules: [...vip.rules, { field: 'tag', op: 'is' }] } },
      '"filter.rules.1.op" must be one of has, not_has',
    ],
    [
      'an invalid value in a rule',
      { name: 'x', kind: 'dynamic', filter: { match: 'all', rules: [{ field: 'channel', op: 'is', value: 'fax' }] } },
      '"filter.rules.0.value" must be one of msgapp, social, web',
    ],
    [
      'days as a number in a rule',
      { name: 'x', kind: 'dynamic', filter: { match: 'all', rules: [{ ...recent, value: 30 }] } },
      '"filter.rules.0.value" must be a string: write "30", with quotes.',
    ],
    [
      'days as a word in a rule',
      { name: 'x', kind: 'dynamic', filter: { match: 'all', rules: [{ ...recent, value: 'thirty' }] } },
      '"filter.rules.0.value" must be a whole number of days as a string, for example "30".',
    ],
  ])('a segment with %s is refused with the field', async (_, body, message) => {
    const { key } = await makeWorkspace();
    expect(await postSegment(key, body)).toMatchObject(badRequest(message));
    expect(await listNames(key)).toEqual([]);
  });

  it.each([
    ['case', 'Ärger', 'äRGER'],
    ['a letter that lower-casing decomposes', 'J\u030cx', '\u01f0x'],
    ['a final sigma', 'ΑΣ', 'ασ'],
    ['an invisible character', 'vip', 'v\u200bip \u2060'],
    ['surrounding spaces', 'VIP', ' vip '],
    ['Unicode composition', 'Café', 'CAFE\u0301'],
  ])('a name that differs from a taken one only by %s is refused', async (_, taken, name) => {
    const { key } = await makeWorkspace();
    await postSegment(key, { name: taken });
    expect(await postSegment(key, { name })).toMatchObject(badRequest('already'));
    expect(await listNames(key)).toEqual([taken]);
  });

  it('two workspaces can use the same name', async () => {
    const { key } = await makeWorkspace();
    const other = await makeWorkspace();
    expect((await postSegment(key, { name: 'VIP' })).status).toBe(201);
    expect((await postSegment(other.key, { name: 'VIP' })).status).toBe(201);
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
  const pages: string[][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer: { json: { data: { name: string }[]; meta: { next_cursor: string | null } } } = await call(
      'GET',
      `/segments?limit=2&cursor=${cursor}`,
      { key },
    );
    pages.push(answer.json.data.map(({ name }) => name));
    cursor = answer.json.meta.next_cursor;
  }
  expect(pages).toEqual([['e', 'd'], ['c', 'b'], ['a']]);
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

  it('the filter of a dynamic segment can be replaced but not removed, and a static one stays static', async () => {
    const { key } = await makeWorkspace();
    const { id } = await makeSegment(key, { kind: 'dynamic', filter: vip });
    const filter = { match: 'any', rules: [{ field: 'email', op: 'exists', value: '' }] };
    expect((await patchSegment(key, id, { filter })).json.data.filter).toEqual(filter);
    expect((await patchSegment(key, id, { filter: null })).json.data.filter).toEqual(filter);
    expect(await patchSegment(key, id, { filter: { match: 'all', rules: [] } })).toMatchObject(badRequest('rules'));
    expect((await getSegment(key, id)).filter).toEqual(filter);
    const fixed = await makeSegment(key, { name: 'Static' });
    expect((await patchSegment(key, fixed.id, { kind: 'dynamic' })).json.data).toEqual(fixed);
  });

  it.each([
    ['a filter for a static segment', { filter: vip }, 'static segment has no filter'],
    ['an empty name', { name: '' }, '"name"'],
    ['a description that is a list', { description: ['x'] }, '"description" must be a string or null'],
  ])('a change with %s is refused and nothing changes', async (_, changes, message) => {
    const { key } = await makeWorkspace();
    const before = await makeSegment(key);
    expect(await patchSegment(key, before.id, { description: 'new', ...changes })).toMatchObject(badRequest(message));
    expect(await getSegment(key, before.id)).toEqual(before);
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
