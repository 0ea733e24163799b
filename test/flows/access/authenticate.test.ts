import { describe, expect, it, vi } from 'vitest';
import { createApiKey, importApiKey, listApiKeys, revokeApiKey } from '../../../functions/domain/access/api-keys.ts';
import { authenticateKey } from '../../../functions/domain/access/authenticate.ts';
import { hashKey, sealKey } from '../../../functions/domain/access/key-format.ts';
import { createWorkspace, getWorkspace, updateWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { putApiKey } from '../../../functions/table/access/api-keys.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { updateStoredWorkspace } from '../../../functions/table/workspaces/workspaces.ts';
import { call, makeKey, makeWorkspace } from '../../support/client.ts';

const use = { address: '203.0.113.7', mayChange: false };

const refusedAs = (id: string) => ({ refusal: { reason: 'inactive', apiKey: expect.objectContaining({ id }) } });

type StoredKey = Awaited<ReturnType<typeof makeStoredKey>>;

const makeStoredKey = async (expiresAt?: string, networks?: string[]) => {
  const { id: workspaceId } = await createWorkspace('Access', 'DE');
  const input = {
    name: 'Key',
    scopes: ['contacts:read' as const],
    ...(expiresAt ? { expiresAt } : {}),
    ...(networks ? { networks } : {}),
  };
  return { workspaceId, ...(await createApiKey(workspaceId, input)) };
};

const holdClock = (timeMs: number) => vi.spyOn(clock, 'now').mockReturnValue(timeMs);

describe('authenticateKey', () => {
  it('a valid key yields its workspace and its scopes', async () => {
    const { key, id, workspaceId } = await makeStoredKey();
    expect(await authenticateKey(key, use)).toMatchObject({
      outcome: 'authenticated',
      caller: { workspaceId, keyId: id, scopes: ['contacts:read'] },
      rate: { limit: 120, remaining: 119 },
    });
  });

  it('a revoked key is rejected from its next request on', async () => {
    const { key, id, workspaceId } = await makeStoredKey();
    expect(await authenticateKey(key, use)).toMatchObject({ outcome: 'authenticated' });
    expect(await revokeApiKey(workspaceId, id)).toMatchObject({ state: 'revoked' });
    expect(await authenticateKey(key, use)).toEqual({ outcome: 'rejected', ...refusedAs(id) });
    holdClock(Date.now() + 24 * 60 * 60 * 1000);
    expect(await authenticateKey(key, use)).toEqual({ outcome: 'rejected', ...refusedAs(id) });
  });

  it('a key is accepted until its expiry and rejected from then on, within a rate window and after it', async () => {
    const expiresMs = Date.now() + 10_000;
    const { key, id } = await makeStoredKey(isoTime(expiresMs));
    const now = holdClock(expiresMs - 1);
    expect(await authenticateKey(key, use)).toMatchObject({ outcome: 'authenticated' });
    now.mockReturnValue(expiresMs);
    expect(await authenticateKey(key, use)).toEqual({ outcome: 'rejected', ...refusedAs(id) });
    now.mockReturnValue(expiresMs + 120_000);
    expect(await authenticateKey(key, use)).toEqual({ outcome: 'rejected', ...refusedAs(id) });
  });

  it.each<[string, (key: StoredKey) => Promise<unknown>]>([
    ['is revoked', ({ workspaceId, id }) => revokeApiKey(workspaceId, id)],
    ['has expired', async () => holdClock(Date.now() + 20_000)],
    ['is used from another network', async () => holdClock(Date.now())],
  ])('a refused request changes nothing of a key that %s, in a rate window', async (reason, end) => {
    const networks = reason.includes('network') ? ['203.0.113.0/24'] : undefined;
    const stored = await makeStoredKey(isoTime(Date.now() + 20_000), networks);
    const other = { ...use, address: networks ? '198.51.100.1' : use.address };
    expect(await authenticateKey(stored.key, use)).toMatchObject({ outcome: 'authenticated' });
    expect(await authenticateKey(stored.key, use)).toMatchObject({ rate: { remaining: 118 } });
    await end(stored);
    const before = await findItem(keys.apiKey(hashKey(stored.key)));
    expect(await authenticateKey(stored.key, other)).toMatchObject({ outcome: 'rejected' });
    expect(await findItem(keys.apiKey(hashKey(stored.key)))).toEqual(before);
  });

  it('an imported legacy key is accepted with its own expiry and scopes', async () => {
    const { id: workspaceId } = await createWorkspace('Legacy', 'DE');
    const key = `legacy_live_${crypto.randomUUID()}`;
    await importApiKey(workspaceId, { name: 'Old', scopes: ['messages:send'] }, key);
    expect(await authenticateKey(key, use)).toMatchObject({
      outcome: 'authenticated',
      caller: { workspaceId, scopes: ['messages:send'] },
    });
  });

  it('a stored legacy key that is too short to be imported today still works', async () => {
    const { id: workspaceId } = await createWorkspace('Legacy', 'DE');
    const key = `legacy_live_${newId().slice(-8)}`;
    const sealed = { id: newId(), workspace_id: workspaceId, scopes: [] };
    await putApiKey({
      ...sealed,
      seal: sealKey(key, sealed),
      sha256: hashKey(key),
      name: 'Old',
      prefix: 'legacy_live_',
      state: 'active',
      created_at: isoTime(clock.now()),
      cursor_secret: 'secret',
      workspace_name: 'Legacy',
      window_ends_ms: 0,
      window_used: 0,
    });
    expect(await authenticateKey(key, use)).toMatchObject({ outcome: 'authenticated', caller: { workspaceId } });
  });

  it('a request updates when its key was last used', async () => {
    const { key, workspaceId } = await makeStoredKey();
    const [unused] = (await listApiKeys(workspaceId, { limit: 50, after: undefined })).items;
    expect(unused?.last_used_at).toBeNull();
    const timeMs = Date.now() + 1_000;
    holdClock(timeMs);
    await authenticateKey(key, use);
    const [used] = (await listApiKeys(workspaceId, { limit: 50, after: undefined })).items;
    expect(used?.last_used_at).toBe(isoTime(timeMs));
  });
});

it.each(['in a rate window', 'at the start of one'])(
  'a key reads strongly for a minute after a request that may change something, %s',
  async (moment) => {
    const { key } = await makeStoredKey();
    const startMs = Date.now() + 1_000_000;
    const now = holdClock(startMs);
    const mayLag = async (mayChange: boolean) => {
      const result = await authenticateKey(key, { ...use, mayChange });
      return result.outcome === 'authenticated' && result.caller.mayLag;
    };
    if (moment === 'in a rate window') expect(await mayLag(false)).toBe(true);
    expect(await mayLag(true)).toBe(false);
    expect(await mayLag(false)).toBe(false);
    now.mockReturnValue(startMs + 60_000);
    expect(await mayLag(false)).toBe(false);
    now.mockReturnValue(startMs + 60_001);
    expect(await mayLag(false)).toBe(true);
  },
);

it('a rate window starts with the first request and lasts exactly 60 seconds', async () => {
  const { key } = await makeStoredKey();
  const startMs = Date.now() + 1_000_000;
  const now = holdClock(startMs);
  expect(await authenticateKey(key, use)).toMatchObject({ rate: { remaining: 119, resetsAtMs: startMs + 60_000 } });
  now.mockReturnValue(startMs + 59_999);
  expect(await authenticateKey(key, use)).toMatchObject({ rate: { remaining: 118, resetsAtMs: startMs + 60_000 } });
  now.mockReturnValue(startMs + 60_000);
  expect(await authenticateKey(key, use)).toMatchObject({ rate: { remaining: 119, resetsAtMs: startMs + 120_000 } });
});

it('GET /me returns the workspace and the scopes of the key', async () => {
  const { id, key } = await makeWorkspace(['contacts:read', 'messages:send']);
  const { status, json } = await call('GET', '/me', { key });
  const data = { account: { id, name: 'Test' }, key: { scopes: ['contacts:read', 'messages:send'] } };
  expect({ status, json }).toMatchObject({ status: 200, json: { data } });
});

const readName = async (key: string) =>
  ((await call('GET', '/me', { key })).json as { data: { account: { name: string } } }).data.account.name;

it('a rename that a crash cut short is completed by the next change of the workspace', async () => {
  const { id, key } = await makeWorkspace();
  await updateStoredWorkspace(id, { name: 'After the rename' });
  expect(await readName(key)).toBe('Test');
  await updateWorkspace(id, { default_country: 'FR' });
  expect(await readName(key)).toBe('After the rename');
});

it('of several renames at once, every key gets the name that the workspace ends with', async () => {
  const { id } = await createWorkspace('Test', 'US');
  const names = ['Red', 'Green', 'Blue', 'Yellow'];
  const [created] = await Promise.all([
    Promise.all(names.map((name) => createApiKey(id, { name, scopes: [] }))),
    ...names.map((name) => updateWorkspace(id, { name })),
  ]);
  const { name } = await getWorkspace(id);
  expect(await Promise.all(created.map(({ key }) => readName(key)))).toEqual(names.map(() => name));
});

it('of concurrent requests with one key exactly 120 in a minute succeed; the others get a Retry-After', async () => {
  const { key } = await makeWorkspace();
  const used = { window_used: 100, window_ends_ms: Date.now() + 60_000 };
  await updateIf({ Key: keys.apiKey(hashKey(key)), ...assign(used) });
  const answers = await Promise.all(Array.from({ length: 30 }, () => call('GET', '/me', { key })));
  const good = answers.filter(({ status }) => status === 200);
  const limited = answers.filter(({ status }) => status === 429);
  expect([good.length, limited.length]).toEqual([20, 10]);
  const remaining = good.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
  expect(remaining.sort((left, right) => left - right)).toEqual([...Array(20).keys()]);
  for (const { json, headers } of limited) {
    expect(json).toMatchObject({ error: { code: 'rate_limited', message: expect.any(String) } });
    const retryAfter = Number(headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThanOrEqual(1);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect(headers.get('x-ratelimit-limit')).toBe('120');
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000);
  }
});

it('each key has its own limit, which forbidden and invalid requests count towards', async () => {
  const { id, key } = await makeWorkspace(['contacts:write']);
  await call('GET', '/things', { key });
  await call('POST', '/things', { key, body: '{' });
  const third = await call('GET', '/me', { key });
  expect(third.headers.get('x-ratelimit-remaining')).toBe('117');
  const fresh = await call('GET', '/me', { key: await makeKey(id) });
  expect(fresh.headers.get('x-ratelimit-remaining')).toBe('119');
});
