import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { importApiKey, revokeApiKey } from '../../../functions/domain/access/api-keys.ts';
import { hashKey } from '../../../functions/domain/access/key-format.ts';
import { createWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { env } from '../../../functions/platform/env.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
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

it('GET /me returns the name of the workspace for a key of an earlier release, which holds no copy of it', async () => {
  const { id, key } = await makeWorkspace();
  const { Attributes: before } = await table.send(
    new UpdateCommand({
      TableName: env.tableName(),
      Key: keys.apiKey(hashKey(key)),
      UpdateExpression: 'REMOVE workspace_name',
      ReturnValues: 'ALL_OLD',
    }),
  );
  expect(before).toMatchObject({ workspace_name: 'Test' });
  expect(await call('GET', '/me', { key })).toMatchObject({
    status: 200,
    json: { data: { account: { id, name: 'Test' } } },
  });
});
