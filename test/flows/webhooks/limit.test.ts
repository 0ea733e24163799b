import { expect, it } from 'vitest';
import { connectTool, createWebhook, deleteWebhook } from '../../../functions/domain/webhooks/webhooks.ts';
import { webhooksMax } from '../../../functions/model/webhook.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { findWebhook, queryWebhooks } from '../../../functions/table/webhooks/webhooks.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { listWebhooks, makeWebhook, patchWebhook, postWebhook, publicUrl } from '../../support/webhooks.ts';

const wish = { url: publicUrl, events: ['contact.created' as const] };

const fill = async (workspaceId: string, count = webhooksMax): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await makeWebhook(workspaceId)).id);
  return ids;
};

const countOf = async (workspaceId: string): Promise<unknown> =>
  (await findItem(keys.webhookCount(workspaceId)))?.['webhooks'];

it('a workspace has at most 50 endpoints, and a deleted one makes room for one', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const [first] = await fill(workspaceId);
  expect(await listWebhooks(key)).toHaveLength(50);
  const refused = { status: 400, json: { error: { code: 'bad_request', message: expect.stringContaining('50') } } };
  expect(await postWebhook(key, wish)).toMatchObject(refused);
  await expect(connectTool(workspaceId, 'tool_a', wish)).rejects.toThrow('50');
  await call('DELETE', `/webhooks/${first}`, { key });
  await call('DELETE', `/webhooks/${first}`, { key });
  expect((await postWebhook(key, wish)).status).toBe(201);
  expect(await postWebhook(key, wish)).toMatchObject(refused);
});

it('of those who race for the last places exactly as many win as there are', async () => {
  const { id: workspaceId } = await makeWorkspace();
  await fill(workspaceId, webhooksMax - 3);
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => createWebhook(workspaceId, newId(), wish)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await queryWebhooks(workspaceId)).toHaveLength(webhooksMax);
  expect(await countOf(workspaceId)).toBe(webhooksMax);
});

it('of those who race to delete one endpoint a single one does, and one place is free', async () => {
  const { id: workspaceId } = await makeWorkspace();
  const [first = ''] = await fill(workspaceId, 3);
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => deleteWebhook(workspaceId, first)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await queryWebhooks(workspaceId)).toHaveLength(2);
  expect(await countOf(workspaceId)).toBe(2);
});

it('a try after a crash is answered as the first would have been, also when no place is left', async () => {
  const { id: workspaceId } = await makeWorkspace();
  await fill(workspaceId, webhooksMax - 1);
  const id = newId();
  const first = await createWebhook(workspaceId, id, wish);
  expect(await createWebhook(workspaceId, id, wish)).toEqual(first);
  expect(await countOf(workspaceId)).toBe(webhooksMax);
});

it('a change never brings back an endpoint that is deleted meanwhile', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const [id = ''] = await fill(workspaceId, 1);
  await Promise.all([
    deleteWebhook(workspaceId, id),
    ...Array.from({ length: 5 }, () => patchWebhook(key, id, { url: publicUrl, is_active: true })),
  ]);
  expect(await findWebhook(workspaceId, id)).toBeUndefined();
  expect(await queryWebhooks(workspaceId)).toEqual([]);
});

it('each switching on begins a generation, and nothing else does', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const { id } = await makeWebhook(workspaceId);
  const generations: unknown[] = [];
  for (const changes of [{}, { is_active: false }, { events: wish.events }, { url: publicUrl }, { is_active: true }]) {
    await patchWebhook(key, id, changes);
    generations.push((await findWebhook(workspaceId, id))?.generation);
  }
  expect(generations).toEqual([1, 1, 1, 1, 2]);
});
