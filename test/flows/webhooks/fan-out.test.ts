import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dispatchChanges } from '../../../functions/domain/changes.ts';
import { enqueueJobs, type QueueJob } from '../../../functions/domain/queues.ts';
import { updateWebhook } from '../../../functions/domain/webhooks/webhooks.ts';
import type { DeliveryJob } from '../../../functions/model/delivery.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { costFields, withTrace } from '../../../functions/platform/invocation-trace.ts';
import { keys } from '../../../functions/table/keys.ts';
import { contact } from '../../support/changed-items.ts';
import { makeWorkspace } from '../../support/client.ts';
import { makeWebhook, publicUrl, updateStoredWebhook } from '../../support/webhooks.ts';

vi.mock('../../../functions/domain/queues.ts', () => ({ enqueueJobs: vi.fn() }));

let queued: QueueJob[];
beforeEach(() => {
  queued = [];
  vi.mocked(enqueueJobs).mockImplementation(async (messages) => void queued.push(...messages));
});
afterEach(() => vi.restoreAllMocks());

/** A contact that came, as the stream tells it. */
const contactRecord = (workspaceId: string, fields: object = {}): DynamoDBRecord => {
  const id = newId();
  const item = { ...contact, ...keys.contact(workspaceId, id), id, ...fields };
  return {
    eventID: id,
    eventName: 'INSERT',
    dynamodb: { NewImage: marshall(item), SequenceNumber: id },
  } as DynamoDBRecord;
};

const works = () => queued.map(({ body }) => body as DeliveryJob);

describe('a batch of changes', () => {
  it('becomes one message for each event and endpoint, in the name of the endpoint', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const webhooks = [await makeWebhook(workspaceId), await makeWebhook(workspaceId)];
    await dispatchChanges([contactRecord(workspaceId), contactRecord(workspaceId)]);
    expect(queued).toHaveLength(4);
    for (const { queue, group, body } of queued) {
      expect(queue).toBe('deliverWebhook');
      expect(body).toMatchObject({ webhook_id: group, generation: 1, attempt_number: 1, first_attempt: 1 });
    }
    const pairs = works().map(({ webhook_id, event }) => `${webhook_id} ${event.id}`);
    expect(new Set(pairs).size).toBe(4);
    expect(new Set(queued.map(({ group }) => group))).toEqual(new Set(webhooks.map(({ id }) => id)));
  });

  it('that comes twice has the same ids', async () => {
    const { id: workspaceId } = await makeWorkspace();
    await makeWebhook(workspaceId);
    const records = [contactRecord(workspaceId), contactRecord(workspaceId)];
    await dispatchChanges(records);
    const first = queued.splice(0);
    await dispatchChanges(records);
    expect(queued).toEqual(first);
  });

  it('reads the endpoints of each workspace once', async () => {
    const [one, other] = [await makeWorkspace(), await makeWorkspace()];
    await makeWebhook(one.id);
    const records = Array.from({ length: 50 }, (_, n) => contactRecord(n % 2 ? one.id : other.id));
    const trips = await withTrace(async () => {
      await dispatchChanges(records);
      return costFields()['round_trips'];
    })(undefined, undefined);
    expect(trips).toBe(2);
    expect(queued).toHaveLength(25);
  });

  it('is not for endpoints that did not ask, nor for those that their workspace has switched off', async () => {
    const { id: workspaceId } = await makeWorkspace();
    await makeWebhook(workspaceId, publicUrl, ['message.received']);
    const { id } = await makeWebhook(workspaceId);
    await updateWebhook(workspaceId, id, { is_active: false });
    await dispatchChanges([contactRecord(workspaceId)]);
    expect(queued).toEqual([]);
  });

  it('is kept for an endpoint that failures have switched off', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const { id } = await makeWebhook(workspaceId);
    await updateStoredWebhook(workspaceId, id, { is_active: false, failure_count: 15 });
    await dispatchChanges([contactRecord(workspaceId)]);
    expect(works()).toMatchObject([{ webhook_id: id }]);
  });

  it('tells of the generation in which it set out', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const { id } = await makeWebhook(workspaceId);
    await updateWebhook(workspaceId, id, { is_active: true });
    await dispatchChanges([contactRecord(workspaceId)]);
    expect(works()).toMatchObject([{ generation: 2 }]);
  });

  it('goes on past a change that cannot be read, which is put aside as it is', async () => {
    const { id: workspaceId } = await makeWorkspace();
    await makeWebhook(workspaceId);
    const broken = contactRecord(workspaceId, { created_at: 'never' });
    await dispatchChanges([contactRecord(workspaceId), broken, contactRecord(workspaceId)]);
    expect(queued.map(({ queue }) => queue).sort()).toEqual(['deliverWebhook', 'deliverWebhook', 'discardedChanges']);
    expect(queued.find(({ queue }) => queue === 'discardedChanges')?.body).toEqual(broken);
  });

  it('fails as a whole when the queue is down, and comes again', async () => {
    const { id: workspaceId } = await makeWorkspace();
    await makeWebhook(workspaceId);
    vi.mocked(enqueueJobs).mockRejectedValueOnce(new Error('the queue is down'));
    await expect(dispatchChanges([contactRecord(workspaceId)])).rejects.toThrow('the queue is down');
  });
});
