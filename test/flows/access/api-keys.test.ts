import { describe, expect, it } from 'vitest';
import { createApiKey, importApiKey, listApiKeys, revokeApiKey } from '../../../functions/domain/access/api-keys.ts';
import { createWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { queryPage } from '../../../functions/table/dynamodb/query.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';

const everything = { limit: 100, after: undefined };
const makeWorkspace = async () => (await createWorkspace('Keys', 'DE')).id;

describe('a created key', () => {
  it('a created key is shown once; the table stores its hash and four of its characters', async () => {
    const workspaceId = await makeWorkspace();
    const { id, key, prefix } = await createApiKey(workspaceId, { name: 'Server', scopes: ['messages:send'] });
    const { items } = await queryPage(keys.listedApiKey(workspaceId, '').pk, everything);
    const stored = await findItem(keys.apiKey(String(items[0]?.['sha256'])));
    expect(stored).toMatchObject({ id, prefix, name: 'Server' });
    expect(JSON.stringify([items, stored])).not.toContain(key.slice(prefix.length));
    expect(key.startsWith(prefix)).toBe(true);
  });

  it('creating a key needs an existing workspace and a name of 1 to 80 characters', async () => {
    const workspaceId = await makeWorkspace();
    await expect(createApiKey(newId(), { name: 'x', scopes: [] })).rejects.toMatchObject({ code: 'not_found' });
    for (const name of ['', 'x'.repeat(81)]) {
      await expect(createApiKey(workspaceId, { name, scopes: [] })).rejects.toMatchObject({ code: 'bad_request' });
    }
    expect((await listApiKeys(workspaceId, everything)).items).toEqual([]);
    await expect(createApiKey(workspaceId, { name: 'x'.repeat(80), scopes: [] })).resolves.toMatchObject({
      state: 'active',
    });
  });
});

describe('an imported key', () => {
  it('an imported key must be a legacy key that is not in use', async () => {
    const [workspaceId, otherWorkspaceId] = [await makeWorkspace(), await makeWorkspace()];
    const key = `legacy_live_${newId()}`;
    await expect(importApiKey(workspaceId, { name: 'x', scopes: [] }, `svc_live_${newId()}`)).rejects.toMatchObject({
      code: 'bad_request',
    });
    const imported = await importApiKey(workspaceId, { name: 'x', scopes: [] }, key);
    expect(imported).not.toHaveProperty('key');
    for (const target of [workspaceId, otherWorkspaceId]) {
      await expect(importApiKey(target, { name: 'y', scopes: [] }, key)).rejects.toMatchObject({
        code: 'bad_request',
      });
    }
    expect((await listApiKeys(otherWorkspaceId, everything)).items).toEqual([]);
  });
});

describe('a legacy key that could be guessed', () => {
  it.each([8, 23])('a legacy key with %i characters after its prefix cannot be imported', async (length) => {
    const key = `legacy_live_${'a1'.repeat(12).slice(0, length)}`;
    await expect(importApiKey(await makeWorkspace(), { name: 'x', scopes: [] }, key)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('at least 24 characters after legacy_live_'),
    });
  });

  it('a legacy key with 24 characters after its prefix can be imported', async () => {
    const key = `legacy_live_${newId().slice(-24)}`;
    expect(await importApiKey(await makeWorkspace(), { name: 'x', scopes: [] }, key)).toMatchObject({
      state: 'active',
    });
  });
});

describe('the list of keys', () => {
  it('the list of keys is newest first, paged, marks revoked and expired keys and shows no hash', async () => {
    const workspaceId = await makeWorkspace();
    const first = await createApiKey(workspaceId, { name: 'first', scopes: [] });
    await createApiKey(workspaceId, { name: 'second', scopes: [], expiresAt: '2020-01-01T00:00:00.000Z' });
    await createApiKey(workspaceId, { name: 'third', scopes: ['contacts:read'] });
    await revokeApiKey(workspaceId, first.id);
    const page = await listApiKeys(workspaceId, { limit: 2, after: undefined });
    const rest = await listApiKeys(workspaceId, { limit: 2, after: page.next });
    const rows = [...page.items, ...rest.items];
    expect(rows.map(({ name, state }) => [name, state])).toEqual([
      ['third', 'active'],
      ['second', 'expired'],
      ['first', 'revoked'],
    ]);
    expect(rest.next).toBeUndefined();
    for (const row of rows) {
      expect(Object.keys(row).sort()).toEqual([
        'created_at',
        'expires_at',
        'id',
        'last_used_at',
        'name',
        'prefix',
        'scopes',
        'state',
      ]);
    }
  });
});

describe('a revocation', () => {
  it('a revocation is idempotent and cannot reach a key of another workspace', async () => {
    const [workspaceId, otherWorkspaceId] = [await makeWorkspace(), await makeWorkspace()];
    const { id } = await createApiKey(workspaceId, { name: 'x', scopes: [] });
    await expect(revokeApiKey(otherWorkspaceId, id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await listApiKeys(workspaceId, everything)).items[0]?.state).toBe('active');
    expect(await revokeApiKey(workspaceId, id)).toMatchObject({ state: 'revoked' });
    expect(await revokeApiKey(workspaceId, id)).toMatchObject({ state: 'revoked' });
  });
});
