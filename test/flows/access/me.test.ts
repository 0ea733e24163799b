import { expect, it } from 'vitest';
import { importApiKey, revokeApiKey } from '../../../functions/domain/access/api-keys.ts';
import { hashKey } from '../../../functions/domain/access/key-format.ts';
import { createWorkspace, updateWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
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

it('GET /me returns the current name of the workspace, whatever copy a key of an earlier release holds', async () => {
  const { id, key } = await makeWorkspace();
  await updateIf({
    Key: keys.apiKey(hashKey(key)),
    ConditionExpression: 'attribute_exists(pk)',
    ...assign({ workspace_name: 'Before the rename' }),
  });
  await updateWorkspace(id, { name: 'After the rename' });
  expect(await call('GET', '/me', { key })).toMatchObject({
    status: 200,
    json: { data: { account: { id, name: 'After the rename' } } },
  });
});
