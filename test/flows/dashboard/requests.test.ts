import { beforeAll, describe, expect, it } from 'vitest';
import { createApiKey, revokeApiKey } from '../../../functions/domain/access/api-keys.ts';
import { recordRefusal, recordRequest } from '../../../functions/domain/access/record-request.ts';
import { listRequests } from '../../../functions/domain/access/request-records.ts';
import type { RecordedCall, RequestRecord } from '../../../functions/model/access/request-record.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { firstIdAt, newId } from '../../../functions/platform/ids.ts';
import { callDashboard, makeStaffedWorkspace, type Person } from '../../support/dashboard/dashboard.ts';

interface List {
  data: RequestRecord[];
  meta: { next_cursor: string | null };
}

const called = (fields: Partial<RecordedCall> = {}): RecordedCall => ({
  ...{ method: 'POST', path: '/messages', status: 201, code: null, duration_ms: 41 },
  ...{ request_id: newId(), address: '203.0.113.7' },
  ...fields,
});

const failed = () => called({ status: 402, code: 'plan_limit_reached' });

describe('the list of requests', () => {
  let workspace: { id: string; owner: Person };
  let keyIds: string[];
  const recorded: string[] = [];

  const read = (query: Record<string, string> = {}, id = workspace.id) => {
    const { session } = workspace.owner;
    return callDashboard<List>('GET', `/api/w/${id}/requests?${new URLSearchParams(query)}`, { session });
  };

  const readAll = async (query: Record<string, string>): Promise<RequestRecord[]> => {
    const all: RequestRecord[] = [];
    let cursor: string | null = '';
    do {
      const { json } = await read({ ...query, ...(cursor ? { cursor } : {}) });
      all.push(...json.data);
      cursor = json.meta.next_cursor;
    } while (cursor !== null);
    return all;
  };

  beforeAll(async () => {
    workspace = await makeStaffedWorkspace();
    const names = ['Server', 'Worker', 'Quiet'];
    const created = await Promise.all(names.map((name) => createApiKey(workspace.id, { name, scopes: [] })));
    keyIds = created.map(({ id }) => id);
    for (let index = 0; index < 24; index++) {
      const id = newId();
      recorded.unshift(id);
      // One key is far busier than the other.
      await recordRequest(keyIds[index % 8 === 0 ? 1 : 0] ?? '', id, index % 5 === 0 ? failed() : called());
    }
  });

  it('the requests of all keys come newest first, page by page, each once', async () => {
    const rows = await readAll({ limit: '7' });
    expect(rows.map(({ id }) => id)).toEqual(recorded);
    expect(new Set(rows.map(({ key }) => key.name))).toEqual(new Set(['Server', 'Worker']));
    expect(rows[0]).toMatchObject({ method: 'POST', path: '/messages', address: '203.0.113.7', refused_calls: null });
  });

  it('a key and its failures can be chosen', async () => {
    const ofWorker = await readAll({ key: keyIds[1] ?? '', limit: '2' });
    expect(ofWorker).toHaveLength(3);
    expect(ofWorker.every(({ key }) => key.name === 'Worker')).toBe(true);
    const failures = await readAll({ only: 'failures', limit: '3' });
    expect(failures).toHaveLength(5);
    expect(failures.every(({ status, code }) => status === 402 && code === 'plan_limit_reached')).toBe(true);
    expect((await read({ key: keyIds[2] ?? '' })).json).toEqual({ data: [], meta: { next_cursor: null } });
  });

  it('a request is found by its id, by a part of its path, by its status and by the code of its error', async () => {
    const { id, request_id } = (await readAll({ limit: '50' }))[7] as RequestRecord;
    expect((await readAll({ q: request_id.toUpperCase() })).map((row) => row.id)).toEqual([id]);
    const found = { 'post /mess': 24, '402': 5, plan_limit_reached: 5, '404': 0, '/contacts': 0 };
    for (const [q, count] of Object.entries(found)) expect(await readAll({ q, limit: '50' }), q).toHaveLength(count);
  });

  it('a key of another workspace is the same 404 as one that does not exist', async () => {
    const other = await makeStaffedWorkspace();
    const foreign = await createApiKey(other.id, { name: 'Foreign', scopes: [] });
    await recordRequest(foreign.id, newId(), called());
    const answer = await read({ key: foreign.id });
    expect(answer.status).toBe(404);
    expect(answer.text).toBe((await read({ key: newId() })).text);
    expect((await read({}, other.id)).status).toBe(404);
  });

  it('a filter that does not exist is refused by name', async () => {
    for (const [name, value] of Object.entries({ key: 'Server', only: 'good' })) {
      const answer = await read({ [name]: value });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(`\\"${name}\\"`);
    }
  });
});

it('a failed request says why: in our words, or by what to do about the code of the channel', async () => {
  const { id } = await makeStaffedWorkspace();
  const key = await createApiKey(id, { name: 'Server', scopes: [] });
  for (const call of [
    failed(),
    called({ status: 502, code: 'platform_error', channel_code: '131026' }),
    called({ status: 400, code: 'bad_request', reason: '"to" is required.' }),
  ])
    await recordRequest(key.id, newId(), call);
  const { items } = await listRequests(id, {}, { limit: 10, after: undefined });
  expect(items.map((item) => [item.channel_code, item.reason])).toEqual([
    [null, '"to" is required.'],
    ['131026', expect.stringContaining('check the number')],
    [null, null],
  ]);
});

it('requests are listed for seven days, also those that DynamoDB has not deleted yet', async () => {
  const { id } = await makeStaffedWorkspace();
  const key = await createApiKey(id, { name: 'Server', scopes: [] });
  const dayMs = 24 * 60 * 60 * 1000;
  const kept = firstIdAt(clock.now() - 7 * dayMs + 60_000);
  for (const recordId of [firstIdAt(clock.now() - 8 * dayMs), kept]) await recordRequest(key.id, recordId, called());
  const { items, next } = await listRequests(id, {}, { limit: 10, after: undefined });
  expect(items.map((item) => item.id)).toEqual([kept]);
  expect(next).toBeUndefined();
});

it('with more than 50 keys, the list is that of the 50 used last unless a key is chosen', async () => {
  const { id } = await makeStaffedWorkspace();
  const created: string[] = [];
  for (let count = 0; count < 51; count++)
    created.push((await createApiKey(id, { name: `Key ${count}`, scopes: [] })).id);
  const [oldest = '', next = ''] = created;
  for (const keyId of [oldest, next]) await recordRequest(keyId, newId(), called());
  const { items } = await listRequests(id, {}, { limit: 100, after: undefined });
  expect(items.map(({ key }) => key.id)).toEqual([next]);
  expect((await listRequests(id, { key: oldest }, { limit: 10, after: undefined })).items).toHaveLength(1);
});

it('a key is found by a part of its name or prefix, in any case', async () => {
  const { id, owner } = await makeStaffedWorkspace();
  for (const name of ['Checkout', 'Worker', 'Old checkout']) await createApiKey(id, { name, scopes: [] });
  type Keys = { data: { name: string; prefix: string }[] };
  const find = async (query: Record<string, string>) => {
    const path = `/api/w/${id}/api-keys?${new URLSearchParams(query)}`;
    return (await callDashboard<Keys>('GET', path, { session: owner.session })).json.data;
  };
  expect((await find({ q: 'CHECK' })).map(({ name }) => name)).toEqual(['Old checkout', 'Checkout']);
  const [, worker] = await find({});
  expect((await find({ q: worker?.prefix ?? '' })).map(({ name }) => name)).toEqual(['Worker']);
});

it('the list of keys shows a revoked key that is still in use', async () => {
  const { id, owner } = await makeStaffedWorkspace();
  const key = await createApiKey(id, { name: 'Laptop', scopes: [] });
  await recordRequest(key.id, newId(), failed());
  await revokeApiKey(id, key.id);
  for (let count = 0; count < 3; count++) await recordRefusal(key.id, called({ status: 401, code: 'unauthorized' }));
  const { json } = await callDashboard('GET', `/api/w/${id}/api-keys`, { session: owner.session });
  expect(json).toMatchObject({ data: [{ name: 'Laptop', state: 'revoked', refused_calls: 3 }] });
  const { items } = await listRequests(id, { only: 'failures' }, { limit: 10, after: undefined });
  expect(items.reduce((sum, { refused_calls }) => sum + (refused_calls ?? 0), 0)).toBe(3);
});
