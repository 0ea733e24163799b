import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createApiKey, importApiKey, listApiKeys, revokeApiKey } from '../../../functions/domain/access/api-keys.ts';
import { authenticateKey } from '../../../functions/domain/access/authenticate.ts';
import { hashKey } from '../../../functions/domain/access/key-format.ts';
import { createWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { apiKeysMax, newApiKey } from '../../../functions/model/access/api-key.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { queryPage } from '../../../functions/table/dynamodb/query.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';

const everything = { limit: 100, after: undefined };
const use = { address: '203.0.113.7', mayChange: false };
const refusedAs = (id: string) => ({ outcome: 'rejected', refusal: { reason: 'inactive', apiKey: { id } } });
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

  it('creating a key needs an existing workspace', () =>
    expect(createApiKey(newId(), { name: 'x', scopes: [] })).rejects.toMatchObject({ code: 'not_found' }));
});

it('the oldest key that no longer works makes room for a new one; if all work, one must be revoked', async () => {
  const workspaceId = await makeWorkspace();
  await updateIf({ Key: keys.apiKeyCount(workspaceId), ...assign({ api_keys: apiKeysMax - 2 }) });
  const [old, newer] = await Promise.all([1, 2].map(() => createApiKey(workspaceId, { name: 'A', scopes: [] })));
  const creating = () => createApiKey(workspaceId, { name: 'B', scopes: ['contacts:read', 'contacts:read'] });
  await expect(creating()).rejects.toMatchObject({
    code: 'bad_request',
    message: expect.stringMatching('at most 200'),
  });
  for (const key of [old, newer]) await revokeApiKey(workspaceId, key?.id ?? '');
  const created = await Promise.all([creating(), creating()]);
  expect(created).toMatchObject([{ scopes: ['contacts:read'] }, { scopes: ['contacts:read'] }]);
  await expect(creating()).rejects.toMatchObject({ code: 'bad_request' });
  const { items } = await listApiKeys(workspaceId, everything);
  expect(new Set(items.map(({ name }) => name))).toEqual(new Set(['B']));
});

it('the name of a key is trimmed and measured in code points', async () => {
  const workspaceId = await makeWorkspace();
  const emoji = '😀'.repeat(80);
  expect(await createApiKey(workspaceId, { name: ` ${emoji}\n`, scopes: [] })).toMatchObject({ name: emoji });
  for (const name of [`${emoji}😀`, ' \n ', ''])
    await expect(createApiKey(workspaceId, { name, scopes: [] })).rejects.toMatchObject({ code: 'bad_request' });
  expect((await listApiKeys(workspaceId, everything)).items).toHaveLength(1);
  expect(z.parse(newApiKey, { name: ` ${emoji} `, scopes: [] })).toEqual({ name: emoji, scopes: [] });
  for (const name of [`${emoji}😀`, '  ']) expect(z.safeParse(newApiKey, { name, scopes: [] }).success).toBe(false);
  const importNamed = (name: string) => importApiKey(workspaceId, { name, scopes: [] }, `legacy_live_${newId()}`);
  await expect(importNamed(emoji)).resolves.toMatchObject({ name: emoji });
  await expect(importNamed(`${emoji}😀`)).rejects.toThrow('"name" must have 1 to 80 characters.');
});

it('the list names the creator of each key that was not imported', async () => {
  const workspaceId = await makeWorkspace();
  await createApiKey(workspaceId, { name: 'new', scopes: [], createdBy: 'Olivia Owner' });
  await importApiKey(workspaceId, { name: 'legacy', scopes: [] }, `legacy_live_${newId()}`);
  const { items } = await listApiKeys(workspaceId, everything);
  const shown = items.map(({ name, prefix, created_by }) => `${name} ${prefix.slice(0, -4)} ${created_by}`);
  expect(shown).toEqual(['legacy legacy_live_ null', 'new svc_live_ Olivia Owner']);
});

describe('a retry of a creation whose key was never shown', () => {
  const input = { name: 'Server', scopes: [] };

  it('a retry replaces the key that nobody saw by a working one under the same id', async () => {
    const workspaceId = await makeWorkspace();
    const id = newId();
    const lost = await createApiKey(workspaceId, input, id);
    const shown = await createApiKey(workspaceId, input, id);
    expect(shown.id).toBe(id);
    expect(await authenticateKey(lost.key, use)).toEqual({ outcome: 'rejected' });
    expect(await authenticateKey(shown.key, use)).toMatchObject({ outcome: 'authenticated', caller: { keyId: id } });
    const { items } = await listApiKeys(workspaceId, everything);
    expect(items).toMatchObject([{ id, prefix: shown.prefix }]);
    expect(await findItem(keys.apiKey(hashKey(lost.key)))).toBeUndefined();
    await revokeApiKey(workspaceId, id);
    expect(await authenticateKey(shown.key, use)).toMatchObject(refusedAs(id));
  });

  it('a retry replaces no key that was used or revoked', async () => {
    const workspaceId = await makeWorkspace();
    const [used, revoked] = [await createApiKey(workspaceId, input), await createApiKey(workspaceId, input)];
    await authenticateKey(used.key, use);
    await revokeApiKey(workspaceId, revoked.id);
    for (const { id } of [used, revoked])
      await expect(createApiKey(workspaceId, input, id)).rejects.toMatchObject({ code: 'bad_request' });
    expect(await authenticateKey(used.key, use)).toMatchObject({ outcome: 'authenticated' });
    expect(await authenticateKey(revoked.key, use)).toMatchObject(refusedAs(revoked.id));
    expect((await listApiKeys(workspaceId, everything)).items).toHaveLength(2);
  });

  it('of concurrent retries exactly one key works', async () => {
    const workspaceId = await makeWorkspace();
    const id = newId();
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => createApiKey(workspaceId, input, id)));
    const created = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.key] : []));
    const outcomes = await Promise.all(created.map((key) => authenticateKey(key, use)));
    expect(outcomes.filter(({ outcome }) => outcome === 'authenticated')).toHaveLength(1);
    expect((await listApiKeys(workspaceId, everything)).items).toHaveLength(1);
  });
});

it('an imported key must be a legacy key that is not in use', async () => {
  const [workspaceId, otherWorkspaceId] = [await makeWorkspace(), await makeWorkspace()];
  const key = `legacy_live_${newId()}`;
  const foreign = importApiKey(workspaceId, { name: 'x', scopes: [] }, `svc_live_${newId()}`);
  await expect(foreign).rejects.toMatchObject({ code: 'bad_request' });
  const imported = await importApiKey(workspaceId, { name: 'x', scopes: [] }, key);
  expect(imported).not.toHaveProperty('key');
  for (const target of [workspaceId, otherWorkspaceId])
    await expect(importApiKey(target, { name: 'y', scopes: [] }, key)).rejects.toMatchObject({ code: 'bad_request' });
  expect((await listApiKeys(otherWorkspaceId, everything)).items).toEqual([]);
});

it('a legacy key that could be guessed cannot be imported: it needs 24 characters after its prefix', async () => {
  const workspaceId = await makeWorkspace();
  const importLong = (length: number) =>
    importApiKey(workspaceId, { name: 'x', scopes: [] }, `legacy_live_${newId().slice(-length)}`);
  const message = expect.stringContaining('at least 24 characters after legacy_live_');
  for (const length of [8, 23])
    await expect(importLong(length)).rejects.toMatchObject({ code: 'bad_request', message });
  expect(await importLong(24)).toMatchObject({ state: 'active' });
});

it('the list of keys is newest first, paged, marks revoked and expired keys and shows no hash', async () => {
  const workspaceId = await makeWorkspace();
  const first = await createApiKey(workspaceId, { name: 'first', scopes: [] });
  await createApiKey(workspaceId, { name: 'second', scopes: [], expiresAt: '2020-01-01T00:00:00.000Z' });
  await createApiKey(workspaceId, { name: 'third', scopes: ['contacts:read'] });
  await revokeApiKey(workspaceId, first.id);
  const page = await listApiKeys(workspaceId, { limit: 2, after: undefined });
  const rest = await listApiKeys(workspaceId, { limit: 2, after: page.next });
  const rows = [...page.items, ...rest.items];
  expect(rows.map(({ name, state }) => `${name} ${state}`)).toEqual([
    'third active',
    'second expired',
    'first revoked',
  ]);
  expect(rest.next).toBeUndefined();
  const fields = 'created_at created_by expires_at id last_used_at name networks prefix scopes state';
  for (const row of rows) expect(Object.keys(row).sort().join(' ')).toBe(fields);
});

it.each([
  ['revived', assign({ state: 'active' }), true],
  ['prolonged', assign({ expires_at: '2999-01-01T00:00:00.000Z' }), false],
  ['freed of its networks', assign({ networks: [{ cidr: '0.0.0.0/0', lowest: '400000000', highest: '4fff' }] }), false],
  ['given another scope', assign({ scopes: ['contacts:write'] }), false],
  ['stripped of its seal', { UpdateExpression: 'REMOVE seal' }, false],
])('a key that was %s by an attribute alone stays refused', async (_, change, isRevoked) => {
  const workspaceId = await makeWorkspace();
  const input = { expiresAt: '2998-01-01T00:00:00.000Z', networks: ['203.0.113.0/24'] };
  const { id, key } = await createApiKey(workspaceId, { name: 'A', scopes: ['contacts:read'], ...input });
  expect(await authenticateKey(key, use)).toMatchObject({ outcome: 'authenticated' });
  if (isRevoked) await revokeApiKey(workspaceId, id);
  await updateIf({ Key: keys.apiKey(hashKey(key)), ...change });
  expect(await authenticateKey(key, use)).toMatchObject(refusedAs(id));
});

it('a revocation is idempotent and cannot reach a key of another workspace', async () => {
  const [workspaceId, otherWorkspaceId] = [await makeWorkspace(), await makeWorkspace()];
  const { id } = await createApiKey(workspaceId, { name: 'x', scopes: [] });
  await expect(revokeApiKey(otherWorkspaceId, id)).rejects.toMatchObject({ code: 'not_found' });
  expect((await listApiKeys(workspaceId, everything)).items[0]?.state).toBe('active');
  expect(await revokeApiKey(workspaceId, id)).toMatchObject({ state: 'revoked' });
  expect(await revokeApiKey(workspaceId, id)).toMatchObject({ state: 'revoked' });
});
