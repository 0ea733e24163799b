import { expect, it } from 'vitest';
import { connectIntegration } from '../../../functions/domain/webhooks/integrations.ts';
import { createWebhook, deleteWebhook } from '../../../functions/domain/webhooks/webhooks.ts';
import { webhooksMax } from '../../../functions/model/webhooks/webhook.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { findWebhook, queryWebhooks } from '../../../functions/table/webhooks/webhooks.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { listWebhooks, makeWebhook, patchWebhook, postWebhook, publicUrl } from '../../support/webhooks.ts';

const input = { url: publicUrl, events: ['contact.created' as const] };

const fill = async (workspaceId: string, count = webhooksMax): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await makeWebhook(workspaceId)).id);
  return ids;
};

const readCount = async (workspaceId: string): Promise<unknown> =>
  (await findItem(keys.webhookCount(workspaceId)))?.['webhooks'];

it('a workspace has at most 50 webhooks, and deleting one makes room for one', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const [first] = await fill(workspaceId);
  expect(await listWebhooks(key)).toHaveLength(50);
  const refused = { status: 400, json: { error: { code: 'bad_request', message: expect.stringContaining('50') } } };
  expect(await postWebhook(key, input)).toMatchObject(refused);
  await expect(connectIntegration(workspaceId, newId(), 'tool_a', input)).rejects.toThrow('50');
  await call('DELETE', `/webhooks/${first}`, { key });
  await call('DELETE', `/webhooks/${first}`, { key });
  expect((await postWebhook(key, input)).status).toBe(201);
  expect(await postWebhook(key, input)).toMatchObject(refused);
});

it('concurrent requests create exactly as many webhooks as the limit allows', async () => {
  const { id: workspaceId } = await makeWorkspace();
  await fill(workspaceId, webhooksMax - 3);
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => createWebhook(workspaceId, newId(), input)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await queryWebhooks(workspaceId)).toHaveLength(webhooksMax);
  expect(await readCount(workspaceId)).toBe(webhooksMax);
});

it('of concurrent deletions of one webhook exactly one succeeds and makes room for one', async () => {
  const { id: workspaceId } = await makeWorkspace();
  const [first = ''] = await fill(workspaceId, 3);
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => deleteWebhook(workspaceId, first)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await queryWebhooks(workspaceId)).toHaveLength(2);
  expect(await readCount(workspaceId)).toBe(2);
});

it('a retry after a crash gets the response of the first attempt, even at the limit', async () => {
  const { id: workspaceId } = await makeWorkspace();
  await fill(workspaceId, webhooksMax - 1);
  const id = newId();
  const first = await createWebhook(workspaceId, id, input);
  expect(await createWebhook(workspaceId, id, input)).toEqual(first);
  expect(await readCount(workspaceId)).toBe(webhooksMax);
});

it('an update does not recreate a webhook that was deleted in the meantime', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const [id = ''] = await fill(workspaceId, 1);
  await Promise.all([
    deleteWebhook(workspaceId, id),
    ...Array.from({ length: 5 }, () => patchWebhook(key, id, { url: publicUrl, is_active: true })),
  ]);
  expect(await findWebhook(workspaceId, id)).toBeUndefined();
  expect(await queryWebhooks(workspaceId)).toEqual([]);
});

it('each reactivation starts a new generation, and nothing else does', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const { id } = await makeWebhook(workspaceId);
  const generations: unknown[] = [];
  for (const changes of [{}, { is_active: false }, { events: input.events }, { url: publicUrl }, { is_active: true }]) {
    await patchWebhook(key, id, changes);
    generations.push((await findWebhook(workspaceId, id))?.generation);
  }
  expect(generations).toEqual([1, 1, 1, 1, 2]);
});
