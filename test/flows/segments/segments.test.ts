import { describe, expect, it } from 'vitest';
import { createSegment } from '../../../functions/domain/segments/segments.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { getSegment, listNames, makeSegment, patchSegment, postSegment } from '../../support/segments.ts';

const vip = { match: 'all', rules: [{ field: 'tag', op: 'has', value: 'vip' }] };
const badRequest = (message: string) => ({
  status: 400,
  json: { error: { code: 'bad_request', message: expect.stringContaining(message) } },
});

describe('POST /segments', () => {
  it('creates a static segment unless told otherwise, and the segment can be got', async () => {
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
      created_at: expect.stringMatching(/Z$/),
      updated_at: json.data.created_at,
    });
    expect(await getSegment(key, json.data.id)).toEqual(json.data);
  });

  it('keeps the filter of a dynamic segment and drops that of a static one', async () => {
    const { key } = await makeWorkspace();
    expect((await makeSegment(key, { kind: 'dynamic', filter: vip })).filter).toEqual(vip);
    expect((await makeSegment(key, { kind: 'static', filter: vip })).filter).toBeNull();
    expect((await makeSegment(key, { filter: null, description: null })).filter).toBeNull();
    for (const unsound of [{ match: 'none', rules: [] }, 'all of them', 7]) {
      expect((await makeSegment(key, { filter: unsound })).filter).toBeNull();
      expect((await makeSegment(key, { kind: 'static', filter: unsound })).filter).toBeNull();
    }
  });

  it.each([
    ['no name', {}, '"name" is required'],
    ['an empty name', { name: '  ' }, '"name" must have at least 1 characters'],
    ['a name of 81 characters', { name: 'x'.repeat(81) }, '"name" must have at most 80 characters'],
    ['a name that is null', { name: null }, '"name" must be a string'],
    ['an unknown kind', { name: 'x', kind: 'smart' }, '"kind" must be one of static, dynamic'],
    ['a description that is no text', { name: 'x', description: 5 }, '"description" must be'],
    ['a description beyond all reason', { name: 'x', description: 'x'.repeat(2_001) }, '"description" must'],
    ['a dynamic kind without a filter', { name: 'x', kind: 'dynamic' }, 'needs a "filter"'],
    ['a dynamic kind with the filter null', { name: 'x', kind: 'dynamic', filter: null }, 'needs a "filter"'],
    [
      'an unknown operator, naming the rule',
      { name: 'x', kind: 'dynamic', filter: { match: 'all', rules: [...vip.rules, { field: 'tag', op: 'is' }] } },
      '"filter.rules.1.op" must be one of has, not_has',
    ],
    [
      'an unusable value, naming the rule',
      { name: 'x', kind: 'dynamic', filter: { match: 'all', rules: [{ field: 'channel', op: 'is', value: 'fax' }] } },
      '"filter.rules.0.value" must be one of msgapp, social, web',
    ],
  ])('refuses %s', async (_, body, message) => {
    const { key } = await makeWorkspace();
    expect(await postSegment(key, body)).toMatchObject(badRequest(message));
    expect(await listNames(key)).toEqual([]);
  });

  it.each([
    ['another case', 'Ärger', 'äRGER'],
    ['spaces around it', 'VIP', ' vip '],
    ['other composition', 'Café', 'CAFE\u0301'],
  ])('refuses a name that is taken but for %s', async (_, taken, name) => {
    const { key } = await makeWorkspace();
    await postSegment(key, { name: taken });
    expect(await postSegment(key, { name })).toMatchObject(badRequest('already'));
    expect(await listNames(key)).toEqual([taken]);
  });

  it('lets another workspace use the same name', async () => {
    const { key } = await makeWorkspace();
    const other = await makeWorkspace();
    expect((await postSegment(key, { name: 'VIP' })).status).toBe(201);
    expect((await postSegment(other.key, { name: 'VIP' })).status).toBe(201);
  });

  it('answers a try after a crash as it would have answered the first', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const id = newId();
    const first = await createSegment(workspaceId, id, { name: 'Once', kind: 'static' });
    expect(await createSegment(workspaceId, id, { name: 'Once', kind: 'static' })).toEqual(first);
  });
});

describe('GET /segments', () => {
  it('lists newest first in pages, without counts', async () => {
    const { key } = await makeWorkspace();
    const made = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) made.push(await makeSegment(key, { name }));
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
    expect(json.data).toEqual(made.reverse().map(({ member_count, ...listed }) => listed));
  });
});

describe('PATCH /segments/{id}', () => {
  it('changes only the fields that are present', async () => {
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

  it('replaces the filter of a dynamic segment', async () => {
    const { key } = await makeWorkspace();
    const { id } = await makeSegment(key, { kind: 'dynamic', filter: vip });
    const filter = { match: 'any', rules: [{ field: 'email', op: 'exists', value: '' }] };
    expect((await patchSegment(key, id, { filter })).json.data.filter).toEqual(filter);
  });

  it('ignores the kind', async () => {
    const { key } = await makeWorkspace();
    const { id } = await makeSegment(key);
    expect((await patchSegment(key, id, { kind: 'dynamic' })).json.data).toMatchObject({ kind: 'static' });
  });

  it('of nothing changes nothing', async () => {
    const { key } = await makeWorkspace();
    const before = await makeSegment(key);
    expect((await patchSegment(key, before.id, {})).json.data).toEqual(before);
  });

  it.each([
    ['a filter for a static segment', { filter: vip }, 'static segment has no filter'],
    ['the filter null for a static segment', { filter: null }, 'static segment has no filter'],
    ['a name that is null', { name: null }, '"name"'],
    ['an empty name', { name: '' }, '"name"'],
    ['a description that is no text', { description: ['x'] }, '"description"'],
  ])('refuses %s, and nothing changes', async (_, changes, message) => {
    const { key } = await makeWorkspace();
    const before = await makeSegment(key);
    expect(await patchSegment(key, before.id, { description: 'new', ...changes })).toMatchObject(badRequest(message));
    expect(await getSegment(key, before.id)).toEqual(before);
  });

  it('refuses to leave a dynamic segment without a usable filter', async () => {
    const { key } = await makeWorkspace();
    const { id } = await makeSegment(key, { kind: 'dynamic', filter: vip });
    expect(await patchSegment(key, id, { filter: null })).toMatchObject(badRequest('needs a "filter"'));
    expect(await patchSegment(key, id, { filter: { match: 'all', rules: [] } })).toMatchObject(badRequest('rules'));
    expect((await getSegment(key, id)).filter).toEqual(vip);
  });

  it('says that there is no such segment before it says what is wrong with the body', async () => {
    const { key } = await makeWorkspace();
    expect((await patchSegment(key, newId(), { name: 5 })).status).toBe(404);
  });
});

describe('a name', () => {
  it('that another segment has cannot be taken by renaming', async () => {
    const { key } = await makeWorkspace();
    await makeSegment(key, { name: 'One' });
    const { id } = await makeSegment(key, { name: 'Two' });
    expect(await patchSegment(key, id, { name: 'ONE' })).toMatchObject(badRequest('already'));
    expect((await getSegment(key, id)).name).toBe('Two');
  });

  it('may change its spelling', async () => {
    const { key } = await makeWorkspace();
    const { id } = await makeSegment(key, { name: 'vip' });
    expect((await patchSegment(key, id, { name: 'VIP' })).json.data.name).toBe('VIP');
    expect(await postSegment(key, { name: 'Vip' })).toMatchObject({ status: 400 });
  });

  it('is free again once its segment has another, and stays taken under the new one', async () => {
    const { key } = await makeWorkspace();
    const { id } = await makeSegment(key, { name: 'Old' });
    await patchSegment(key, id, { name: 'New' });
    expect((await postSegment(key, { name: 'old' })).status).toBe(201);
    expect((await postSegment(key, { name: 'new' })).status).toBe(400);
  });

  it('is free again once its segment is deleted', async () => {
    const { key } = await makeWorkspace();
    const { id } = await makeSegment(key, { name: 'Gone' });
    await call('DELETE', `/segments/${id}`, { key });
    expect((await postSegment(key, { name: 'gone' })).status).toBe(201);
  });
});

describe('DELETE /segments/{id}', () => {
  it('removes the segment', async () => {
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
    ] as const) {
      expect((await call(method, path, { key })).status).toBe(404);
    }
    expect(await listNames(key)).toEqual([]);
  });
});
