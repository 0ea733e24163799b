import type { DynamoDBRecord } from 'aws-lambda';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../../functions/consumers/dispatch-changes.ts';
import { updateWebhook } from '../../../functions/domain/webhooks/webhooks.ts';
import type { DeliveryJob } from '../../../functions/model/jobs/deliveries.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import { makeWorkspace } from '../../support/client.ts';
import { captureLog } from '../../support/log.ts';
import { holdQueues, takeJobs } from '../../support/messages/held-messages.ts';
import { newContactRecord } from '../../support/table/changed-items.ts';
import { makeWebhook, publicUrl, updateStoredWebhook } from '../../support/webhooks.ts';

beforeEach(holdQueues);

const dispatch = (...records: DynamoDBRecord[]) => handler({ Records: records });

const listJobs = () => takeJobs().map(({ body }) => body as DeliveryJob);

describe('fan-out', () => {
  it('enqueues one job per event and webhook of its own workspace, in at most four groups', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const webhooks = [await makeWebhook(workspaceId), await makeWebhook(workspaceId)];
    const groups = Array.from({ length: 4 }, (_, number) => `${workspaceId}-${number}`);
    const { id: strangerId } = await makeWorkspace();
    const theirs = await makeWebhook(strangerId);
    await dispatch(newContactRecord(workspaceId), newContactRecord(strangerId), newContactRecord(workspaceId));
    const all = takeJobs();
    const queued = all.filter(({ body }) => (body as DeliveryJob).webhookId !== theirs.id);
    expect([all.length, queued.length]).toEqual([5, 4]);
    for (const { body } of all)
      expect((body as DeliveryJob).event.workspaceId).toBe(
        (body as DeliveryJob).webhookId === theirs.id ? strangerId : workspaceId,
      );
    for (const { queue, group, body } of queued) {
      expect(queue).toBe('deliverWebhook');
      expect(groups).toContain(group);
      expect(body).toMatchObject({ generation: 1, attemptNumber: 1, firstAttempt: 1 });
    }
    const jobs = queued.map(({ body }) => body as DeliveryJob);
    const pairs = jobs.map(({ webhookId, event }) => `${webhookId} ${event.id}`);
    expect(new Set(pairs).size).toBe(4);
    for (const { id } of webhooks)
      expect(
        new Set(queued.filter(({ body }) => (body as DeliveryJob).webhookId === id).map(({ group }) => group)).size,
      ).toBe(1);
  });

  it('reads the webhooks of each workspace once per batch', async () => {
    const subscribed = await makeWorkspace();
    const silent = await makeWorkspace();
    await makeWebhook(subscribed.id);
    await makeWebhook(silent.id, publicUrl, ['message.received']);
    const lines = captureLog();
    await dispatch(...Array.from({ length: 50 }, (_, n) => newContactRecord(n % 2 ? subscribed.id : silent.id)));
    expect(lines).toEqual([expect.objectContaining({ operation: 'dispatchChanges', round_trips: 1, read_units: 2 })]);
    expect(takeJobs()).toHaveLength(25);
  });

  it('leaves out webhooks that did not subscribe and those that their workspace switched off', async () => {
    const { id: workspaceId } = await makeWorkspace();
    await makeWebhook(workspaceId, publicUrl, ['message.received']);
    const { id } = await makeWebhook(workspaceId);
    await updateWebhook(workspaceId, id, { is_active: false });
    await dispatch(newContactRecord(workspaceId));
    expect(takeJobs()).toEqual([]);
  });

  it('includes a webhook that failures switched off', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const { id } = await makeWebhook(workspaceId);
    await updateStoredWebhook(workspaceId, id, { is_active: false, failure_count: 15 });
    await dispatch(newContactRecord(workspaceId));
    expect(listJobs()).toMatchObject([{ webhookId: id }]);
  });

  it("puts the webhook's current generation into the job", async () => {
    const { id: workspaceId } = await makeWorkspace();
    const { id } = await makeWebhook(workspaceId);
    await updateWebhook(workspaceId, id, { is_active: true });
    await dispatch(newContactRecord(workspaceId));
    expect(listJobs()).toMatchObject([{ generation: 2 }]);
  });

  it('a workspace whose webhooks cannot be read fails the batch and delays no event of the others', async () => {
    const [unreadable, readable] = [await makeWorkspace(), await makeWorkspace()];
    const { id } = await makeWebhook(readable.id);
    const send = table.send.bind(table) as (...call: unknown[]) => Promise<void>;
    vi.spyOn(table, 'send').mockImplementation((...call: unknown[]) =>
      JSON.stringify(call[0]).includes(unreadable.id) ? Promise.reject(new Error('throttled')) : send(...call),
    );
    await expect(dispatch(newContactRecord(unreadable.id), newContactRecord(readable.id))).rejects.toThrow('throttled');
    expect(listJobs()).toMatchObject([{ webhookId: id }]);
  });
});
