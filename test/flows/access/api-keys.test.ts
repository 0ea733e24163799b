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
  it('is shown once: the table holds its hash and four of its characters', async () => {
    const workspaceId = await makeWorkspace();
    const { id, key, prefix } = await createApiKey(workspaceId, { name: 'Server', scopes: ['messages:send'] });
    const { items } = await queryPage(keys.listedApiKey(workspaceId, '').pk, everything);
    const stored = await findItem(keys.apiKey(String(items[0]?.['sha256'])));
    expect(stored).toMatchObject({ id, prefix, name: 'Server' });
    expect(JSON.stringify([items, stored])).not.toContain(key.slice(prefix.length));
    expect(key.startsWith(prefix)).toBe(true);
  });

  it('needs a workspace and a name of 1 to 80 characters', async () => {
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
  it('must be of the old kind and in use nowhere else', async () => {
    const [one, other] = [await makeWorkspace(), await makeWorkspace()];
    const key = `legacy_live_${newId()}`;
    await expect(importApiKey(one, { name: 'x', scopes: [] }, `svc_live_${newId()}`)).rejects.toMatchObject({
      code: 'bad_request',
    });
    const imported = await importApiKey(one, { name: 'x', scopes: [] }, key);
    expect(imported).not.toHaveProperty('key');
    for (const workspaceId of [one, other]) {
      await expect(importApiKey(workspaceId, { name: 'y', scopes: [] }, key)).rejects.toMatchObject({
        code: 'bad_request',
      });
    }
    expect((await listApiKeys(other, everything)).items).toEqual([]);
  });
});

describe('the list of keys', () => {
  it('is newest first, in pages, with revoked and expired keys marked and no hash shown', async () => {
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

describe('revoking', () => {
  it('can be repeated, and reaches no key of another workspace', async () => {
    const [one, other] = [await makeWorkspace(), await makeWorkspace()];
    const { id } = await createApiKey(one, { name: 'x', scopes: [] });
    await expect(revokeApiKey(other, id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await listApiKeys(one, everything)).items[0]?.state).toBe('active');
    expect(await revokeApiKey(one, id)).toMatchObject({ state: 'revoked' });
    expect(await revokeApiKey(one, id)).toMatchObject({ state: 'revoked' });
  });
});
