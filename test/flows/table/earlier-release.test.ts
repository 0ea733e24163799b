import { readFileSync } from 'node:fs';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { SQSEvent } from 'aws-lambda';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import {
  findSocialConnection,
  findWebConnection,
  getMsgappAccount,
} from '../../../functions/domain/channels/accounts.ts';
import { listChannelAccounts } from '../../../functions/domain/channels/connect.ts';
import { listChannels } from '../../../functions/domain/channels/list-channels.ts';
import { listContacts } from '../../../functions/domain/contacts/list-contacts.ts';
import { readAllPages } from '../../../functions/domain/paging.ts';
import { secretContexts } from '../../../functions/domain/workspaces/secret-contexts.ts';
import { getWorkspace, listWorkspaces } from '../../../functions/domain/workspaces/workspaces.ts';
import { decrypt } from '../../../functions/platform/encryption.ts';
import { env } from '../../../functions/platform/env.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { queryBusinessNumbers } from '../../../functions/table/channels/business-numbers.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import type { Item } from '../../../functions/table/dynamodb/item.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { findMessage, findMessageByChannelId } from '../../../functions/table/messages/messages.ts';
import { queryWebhooks } from '../../../functions/table/webhooks/webhooks.ts';
import { workspaceVersion } from '../../../functions/table/workspaces/workspaces.ts';
import { migrateTable } from '../../../tools/admin/sweep/migrations.ts';
import { useOwnTable } from '../../support/table/own-table.ts';

/** Written by the previous release and captured while it ran: every item of a workspace, and every job. */
const read = (name: string) => JSON.parse(readFileSync(`test/fixtures/earlier-release/${name}.json`, 'utf8'));
const stored: { workspace_id: string; encryption: Record<string, string>; items: Item[] } = read('table');
const jobs: { queue: string; body: Record<string, unknown> }[] = read('jobs');
const { workspace_id: workspaceId } = stored;

const consumerFiles: Record<string, () => Promise<{ handler: (event: SQSEvent) => Promise<unknown> }>> = {
  processInbound: () => import('../../../functions/consumers/process-inbound.ts'),
  deliverWebhook: () => import('../../../functions/consumers/deliver-webhook.ts'),
  sendBroadcast: () => import('../../../functions/consumers/send-broadcast.ts'),
  checkBroadcast: () => import('../../../functions/consumers/check-broadcast.ts'),
  checkMessage: () => import('../../../functions/consumers/check-message.ts'),
  deleteSegmentMembers: () => import('../../../functions/consumers/maintain-segments.ts'),
};

const consume = async (queue: string, body: unknown): Promise<unknown> => {
  const consumer = await consumerFiles[queue]?.();
  const record = { messageId: newId(), body: JSON.stringify(body), attributes: { ApproximateReceiveCount: '1' } };
  return consumer?.handler({ Records: [record] } as unknown as SQSEvent);
};

const done = { batchItemFailures: [] };

const putItems = async (): Promise<void> => {
  for (let start = 0; start < stored.items.length; start += 25) {
    const batch = stored.items.slice(start, start + 25).map((item) => ({ PutRequest: { Item: item } }));
    await table.send(new BatchWriteCommand({ RequestItems: { [env.tableName()]: batch } }));
  }
};

describe('what the release before stored', () => {
  beforeAll(async () => {
    const { current, ...earlierKeys } = stored.encryption;
    await useOwnTable({
      encryption: stored.encryption,
      channelEncryption: { current: 'c1', c1: 'c'.repeat(64), ...earlierKeys },
    });
    await putItems();
  });

  it('its items are read by the verbs of this release', async () => {
    expect(await getWorkspace(workspaceId)).toMatchObject({ id: workspaceId, subscription: 'active' });
    const contacts = await listContacts(workspaceId, {}, { limit: 100, after: undefined });
    expect(contacts.items.filter(({ opted_out_at }) => opted_out_at !== null)).toEqual([]);
    expect(contacts.items.map(({ name }) => name)).toEqual(expect.arrayContaining(['Ana', 'Bob', 'Cleo']));
    const [broadcast] = stored.items.filter(({ entity }) => entity === 'broadcast');
    expect(await getBroadcast(workspaceId, String(broadcast?.['id']))).toMatchObject({ status: 'sent', sent_count: 2 });
    expect((await listChannelAccounts(workspaceId)).map(({ channel }) => channel)).toEqual(['msgapp', 'social', 'web']);
  });

  it('its channel accounts, which know nothing of their health, are shown as connected', async () => {
    vi.stubEnv('API_BASE_URL', 'https://api.example/v1');
    const shown = { state: 'connected', last_webhook_at: null, last_error: null };
    expect(await listChannels(workspaceId)).toMatchObject([shown, shown, shown]);
  });

  it('its secrets decrypt with the keys of then', async () => {
    expect((await getMsgappAccount(workspaceId)).accessToken).toMatch(/^local-/);
    expect((await findSocialConnection(workspaceId))?.access_token).toMatch(/^local-social-token-/);
    const [webhook] = await queryWebhooks(workspaceId);
    if (!webhook) throw new Error('The webhook is missing.');
    expect(await decrypt(secretContexts.webhookSecret(workspaceId, webhook.id), webhook.secret)).toMatch(/^whsec_/);
  });

  it.each(jobs.map(({ queue, body }, index) => ({ queue, body, index })))(
    'its job $index, of $queue, is processed again without an error and without an effect',
    async ({ queue, body }) => {
      expect(consumerFiles).toHaveProperty(queue);
      expect(await consume(queue, body)).toEqual(done);
    },
  );

  it('a job of then that was not processed yet takes effect', async () => {
    const captured = jobs.find(
      ({ queue, body }) => queue === 'processInbound' && Object(body['item']).kind === 'message',
    );
    const item = { ...Object(captured?.body['item']), channelMessageId: `wamid.${newId()}` };
    expect(await consume('processInbound', { ...captured?.body, item })).toEqual(done);
    expect(await findMessageByChannelId(workspaceId, 'msgapp', item.channelMessageId)).toMatchObject({
      channel_message_id: item.channelMessageId,
    });
  });

  it('a receipt that only names a message of then by its id finds the message', async () => {
    const pointer = stored.items.find(({ pk }) => String(pk).includes('#SENT_MESSAGE#'));
    const [conversationId, messageId] = [String(pointer?.['conversation_id']), String(pointer?.['message_id'])];
    const captured = jobs.find(
      ({ queue, body }) => queue === 'processInbound' && Object(body['item']).kind === 'status',
    );
    const receipt = { channelMessageId: 'wamid.unknown', status: 'read', at: '2026-11-15T15:00:00.000Z' };
    const item = { ...Object(captured?.body['item']), ...receipt, ourMessageId: messageId };
    expect(await consume('processInbound', { ...captured?.body, item })).toEqual(done);
    expect(await findMessage(conversationId, messageId)).toMatchObject({ status: 'read', read_at: receipt.at });
  });

  it('a job of a later release is left to be retried', async () => {
    const [job] = jobs;
    const outcome = await consume(String(job?.queue), { ...job?.body, v: 99 });
    expect(outcome).toEqual({ batchItemFailures: [{ itemIdentifier: expect.any(String) }] });
  });

  it('migrating gives the secrets of channels keys of their own, lists the workspace and finds its number, once', async () => {
    const options = { unitsPerSecond: 100_000, onProgress: () => undefined, onFailure: vi.fn() };
    expect(await findItem(keys.listedWorkspace(workspaceId))).toBeUndefined();
    expect(await migrateTable(options)).toMatchObject([
      { name: 'channel-keys', examined: 1, changed: 1, failed: 0 },
      { name: 'workspace-list', examined: 1, changed: 1, failed: 0 },
      { name: 'business-accounts', examined: 1, changed: 1, failed: 0 },
      { name: 'contact-aliases', changed: 3, failed: 0 },
    ]);
    const listed = await readAllPages(listWorkspaces, 100);
    expect(listed.filter(({ id }) => id === workspaceId)).toHaveLength(1);
    expect(await findItem(keys.workspace(workspaceId))).toMatchObject({
      v: workspaceVersion,
      msgapp_account: { access_token: expect.stringMatching(/^encrypted:v1:c1:/) },
      social_account: { access_token: expect.stringMatching(/^encrypted:v1:c1:/) },
      web_account: { secret: expect.stringMatching(/^encrypted:v1:c1:/) },
    });
    const { phone_number_id, waba_id } = Object((await findItem(keys.workspace(workspaceId)))?.['msgapp_account']);
    expect(await queryBusinessNumbers(String(waba_id))).toEqual([{ workspaceId, phoneNumberId: phone_number_id }]);
    const webAccountId = (await listChannelAccounts(workspaceId)).find(({ channel }) => channel === 'web')?.account_id;
    expect((await findWebConnection(String(webAccountId)))?.account.secret).toMatch(/^websec_/);
    expect(await migrateTable(options)).toMatchObject([
      { examined: 0, changed: 0 },
      { examined: 0, changed: 0 },
      { examined: 0, changed: 0 },
      { changed: 0 },
    ]);
    expect(options.onFailure).not.toHaveBeenCalled();
  });
});
