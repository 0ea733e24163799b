import { expect, it } from 'vitest';
import { createApiKey, importApiKey, revokeApiKey } from '../../../functions/domain/access/api-keys.ts';
import { createWorkspace, getWorkspace, updateWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { updateStoredWorkspace } from '../../../functions/table/workspaces/workspaces.ts';
import { call, makeWorkspace } from '../../support/client.ts';

it('GET /me returns the workspace and the scopes of the key', async () => {
  const { id, key } = await makeWorkspace(['contacts:read', 'messages:send']);
  expect(await call('GET', '/me', { key })).toMatchObject({
    status: 200,
    json: {
      data: {
        account: { id, name: 'Test' },
        key: { id: expect.any(String), scopes: ['contacts:read', 'messages:send'] },
      },
    },
  });
});

it('GET /me accepts a key without any scope', async () => {
  const { key } = await makeWorkspace([]);
  expect(await call('GET', '/me', { key })).toMatchObject({ status: 200, json: { data: { key: { scopes: [] } } } });
});

it('GET /me accepts a legacy key until it is revoked', async () => {
  const { id } = await createWorkspace('Old customer', 'US');
  const key = `legacy_live_${newId()}`;
  const imported = await importApiKey(id, { name: 'Old key', scopes: [] }, key);
  expect(await call('GET', '/me', { key })).toMatchObject({ status: 200, json: { data: { account: { id } } } });
  await revokeApiKey(id, imported.id);
  expect(await call('GET', '/me', { key })).toMatchObject({ status: 401 });
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
