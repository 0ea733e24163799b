import { beforeEach, describe, expect, it } from 'vitest';
import { createApiKey } from '../../../functions/domain/access/api-keys.ts';
import { authenticateKey } from '../../../functions/domain/access/authenticate.ts';
import { beginRequest } from '../../../functions/domain/access/idempotency.ts';
import { hashKey } from '../../../functions/domain/access/key-format.ts';
import { cancelBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { deliver } from '../../../functions/domain/deliveries/deliver.ts';
import { redeliver } from '../../../functions/domain/deliveries/redeliver.ts';
import { createWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findDelivery } from '../../../functions/table/deliveries/deliveries.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { transact, updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import { makeSendingWorkspace } from '../../support/channels/simulator.ts';
import { newPhone } from '../../support/contacts.ts';
import { makeWorkspaceWithWebhook, newDeliveryJob } from '../../support/deliveries.ts';
import { holdQueues, takeJobs } from '../../support/messages/held-messages.ts';
import { respondWith, startReceiver } from '../../support/network/receiver.ts';
import { loseResponses } from '../../support/table/repeated-writes.ts';

beforeEach(holdQueues);

const use = { address: '203.0.113.7', mayChange: false };
const newKey = () => ({ pk: `TEST#${newId()}`, sk: 'ITEM' });
const putOnce = (Key: ReturnType<typeof newKey>, writer: string) =>
  updateIf({ Key, ConditionExpression: 'attribute_not_exists(pk)', ...assign({ writer }) });

/** Writes to items whose partition key contains this text. */
const writesTo = (text: string) => (input: object) =>
  'UpdateExpression' in input && JSON.stringify(input).includes(text);

describe('a conditional update whose response is lost', () => {
  it('a repeated update recognizes its own write', async () => {
    const Key = newKey();
    const lost = loseResponses(writesTo(Key.pk));
    expect(await putOnce(Key, 'first')).toEqual({ written: true, item: { ...Key, writer: 'first' } });
    expect(lost.count()).toBe(1);
  });

  it('a repeated update does not take the write of another writer for its own', async () => {
    const Key = newKey();
    const lost = loseResponses(async (input) => {
      if (!writesTo(Key.pk)(input)) return false;
      await transact([{ Put: { Item: { ...Key, writer: 'second' } } }]);
      return true;
    });
    expect(await putOnce(Key, 'first')).toEqual({ written: false, item: { ...Key, writer: 'second' } });
    expect(lost.count()).toBe(1);
  });

  it('an update that was sent once and finds its own values has not written them', async () => {
    const Key = newKey();
    await putOnce(Key, 'same');
    expect(await putOnce(Key, 'same')).toMatchObject({ written: false });
  });

  it('a repeated transaction takes effect once and is reported as written', async () => {
    const Key = newKey();
    const lost = loseResponses((input) => JSON.stringify(input).includes(Key.pk));
    const add = { UpdateExpression: 'ADD writes :one', ExpressionAttributeValues: { ':one': 1 } };
    const parts = [{ Update: { Key, ConditionExpression: 'attribute_not_exists(pk)', ...add } }];
    expect(await transact(parts)).toEqual({ written: true });
    expect(lost.count()).toBe(1);
    expect(await findItem(Key)).toMatchObject({ writes: 1 });
  });
});

describe('a delivery whose record gets no response', () => {
  it('a retry is enqueued even if the response to its record is lost', async () => {
    const { url } = await startReceiver(respondWith(500));
    const webhook = await makeWorkspaceWithWebhook(url);
    const job = newDeliveryJob(webhook);
    const lost = loseResponses(writesTo(job.event.id));
    await deliver(job, 1);
    expect(lost.count()).toBe(1);
    expect(await findDelivery(webhook.id, job.event.id)).toMatchObject({ status: 'retrying', attempt_number: 1 });
    expect(takeJobs()).toMatchObject([{ body: { ...job, attemptNumber: 2 } }]);
  });

  it('a redelivery whose request gets no response is requested, not refused as in progress', async () => {
    // The second request hangs, so the running service cannot finish the redelivery before the write is repeated.
    const { url } = await startReceiver((response, count) => count === 1 && response.writeHead(410).end());
    const webhook = await makeWorkspaceWithWebhook(url);
    const job = newDeliveryJob(webhook);
    await deliver(job, 1);
    loseResponses(writesTo(job.event.id));
    expect(await redeliver(webhook.workspaceId, webhook.id, job.event.id)).toMatchObject({ status: 'requested' });
  });
});

describe('a request whose count gets no response', () => {
  const makeApiKey = async () => {
    const { key } = await createApiKey((await createWorkspace('Counted', 'DE')).id, { name: 'x', scopes: [] });
    return { key, isCount: writesTo(keys.apiKey(hashKey(key)).pk) };
  };

  it('a request counts once against its key, whether it starts the rate window or not', async () => {
    const { key, isCount } = await makeApiKey();
    const lost = loseResponses(isCount);
    expect(await authenticateKey(key, use)).toMatchObject({ outcome: 'authenticated', rate: { remaining: 119 } });
    expect(await authenticateKey(key, use)).toMatchObject({ outcome: 'authenticated', rate: { remaining: 118 } });
    // Two counts, and the network of the first request.
    expect(lost.count()).toBe(3);
  });

  it('the last request of a rate window is not refused for its own count', async () => {
    const { key, isCount } = await makeApiKey();
    const used = assign({ window_used: 119, window_ends_ms: clock.now() + 60_000 });
    await authenticateKey(key, use);
    await updateIf({ Key: keys.apiKey(hashKey(key)), ConditionExpression: 'attribute_exists(pk)', ...used });
    const lost = loseResponses(isCount);
    expect(await authenticateKey(key, use)).toMatchObject({ outcome: 'authenticated', rate: { remaining: 0 } });
    expect(await authenticateKey(key, use)).toMatchObject({ outcome: 'rate_limited' });
    expect(lost.count()).toBe(1);
  });
});

describe('an idempotent request whose claim gets no response', () => {
  const newAttempt = (workspaceId: string) => ({
    workspaceId,
    key: 'the key',
    request: 'POST /things\n{}',
    holder: '',
    endsByMs: clock.now() + 5_000,
  });

  it('a request whose claim gets no response runs and does not wait for itself', async () => {
    const workspaceId = newId();
    const lost = loseResponses(writesTo(workspaceId));
    expect(await beginRequest(newAttempt(workspaceId))).toMatchObject({ claim: { record: expect.anything() } });
    expect(lost.count()).toBe(1);
    await expect(beginRequest(newAttempt(workspaceId))).rejects.toThrow('still running');
  });

  it('a request whose takeover gets no response runs with the resource id of the lost one', async () => {
    const workspaceId = newId();
    const begun = await beginRequest({ ...newAttempt(workspaceId), endsByMs: clock.now() - 1 });
    loseResponses((input) => writesTo(workspaceId)(input) && JSON.stringify(input).includes(':held'));
    const resource_id = 'claim' in begun && begun.claim.record.resource_id;
    expect(await beginRequest(newAttempt(workspaceId))).toMatchObject({ claim: { record: { resource_id } } });
    await expect(beginRequest(newAttempt(workspaceId))).rejects.toThrow('still running');
  });
});

it('a cancelation whose response is lost takes effect once, however often it is repeated', async () => {
  const sender = await makeSendingWorkspace();
  const broadcast = await quiet.storeQuietBroadcast(sender.id, [newPhone()]);
  loseResponses(writesTo(broadcast.id));
  const canceled = await cancelBroadcast(sender.id, broadcast.id);
  expect(canceled).toMatchObject({ status: 'canceled' });
  expect(await cancelBroadcast(sender.id, broadcast.id)).toEqual(canceled);
});
