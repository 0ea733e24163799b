import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it, onTestFinished } from 'vitest';
import { handler } from '../../../functions/consumers/deliver-webhook.ts';
import { handler as dispatchChanges } from '../../../functions/consumers/dispatch-changes.ts';
import { deliver } from '../../../functions/domain/deliveries/deliver.ts';
import { readSigningSecrets, rotateSecret } from '../../../functions/domain/webhooks/secrets.ts';
import type { DeliveryJob } from '../../../functions/model/jobs/deliveries.ts';
import { env } from '../../../functions/platform/env.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findDelivery } from '../../../functions/table/deliveries/deliveries.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import { keys } from '../../../functions/table/keys.ts';
import { newQuietBroadcast } from '../../support/broadcasts/quiet-broadcasts.ts';
import { makeContact } from '../../support/contacts.ts';
import { getStoredWebhook, makeWorkspaceWithWebhook, newDeliveryJob, toBatch } from '../../support/deliveries.ts';
import { heldQueue } from '../../support/messages/held-messages.ts';
import { hang, respondWith, startReceiver } from '../../support/network/receiver.ts';
import { newContactRecord, toRecord } from '../../support/table/changed-items.ts';
import { crashAtEveryCall, runHeldJobs } from '../../support/table/crash.ts';
import { makeWebhook, newStreak, publicUrl, updateStoredWebhook } from '../../support/webhooks.ts';

/** Runs a batch in a process of its own, which a test can kill. */
const startWorker = (file: string, batch: object) => {
  const program = `
    const { setTimeout } = globalThis;
    // The attempts that hang last until the worker is killed.
    globalThis.setTimeout = (run, ms) => setTimeout(run, ms > 4_000 ? 60_000 : ms);
    const { handler } = await import(${JSON.stringify(join(import.meta.dirname, '../../../functions', file))});
    process.stdout.write('ready');
    await handler(JSON.parse(process.env.BATCH));
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, BATCH: JSON.stringify(batch) },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
};

describe('a killed delivery worker', () => {
  it('a worker killed within a batch loses nothing: recorded deliveries stay, and a retry delivers the rest', async () => {
    let behaves = false;
    const { url, received } = await startReceiver((response, count, request) =>
      (behaves || count <= 5 ? respondWith(204) : hang)(response, count, request),
    );
    const webhook = await makeWorkspaceWithWebhook(url);
    const jobs = Array.from({ length: 10 }, () => newDeliveryJob(webhook));
    const deliveries = () => Promise.all(jobs.map(({ event }) => findDelivery(webhook.id, event.id)));
    const recorded = async () => (await deliveries()).filter((delivery) => delivery?.status === 'delivered').length;
    const worker = startWorker('consumers/deliver-webhook.ts', toBatch(jobs, 1));
    await expect.poll(() => received.length).toBe(10);
    await expect.poll(recorded).toBe(5);
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    behaves = true;
    expect(await handler(toBatch(jobs, 2))).toEqual({ batchItemFailures: [] });
    expect(await recorded()).toBe(10);
    expect(received).toHaveLength(15);
    const ids = received.map(({ event }) => event.id);
    expect(new Set(ids)).toEqual(new Set(jobs.map(({ event }) => event.id)));
  });
});

it('a change that cannot be parsed blocks no other change and ends up in the queue of discarded changes', async () => {
  const { url, received } = await startReceiver();
  const { key, workspaceId } = await makeWorkspaceWithWebhook(url);
  const before = await makeContact(key);
  const id = newId();
  const broken = { ...keys.contact(workspaceId, id), entity: 'contact', id };
  await table.send(new PutCommand({ TableName: env.tableName(), Item: broken }));
  const after = await makeContact(key);
  await expect
    .poll(() => received.map(({ event }) => event.data['contact_id']).sort())
    .toEqual([before.id, after.id].sort());
  await expect.poll(readDiscardedChanges).toContainEqual(expect.stringContaining(id));
});

const readDiscardedChanges = async (): Promise<string[]> => {
  const sqs = new SQSClient();
  const { Messages: messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: env.queueUrl('discardedChanges'),
      MaxNumberOfMessages: 10,
      VisibilityTimeout: 0,
    }),
  );
  sqs.destroy();
  return messages.flatMap(({ Body: body }) => body ?? []);
};

/** 22 deliveries, a broadcast with two lanes and a deleted segment. */
const newBatch = (workspaceIds: string[]): DynamoDBRecord[] => {
  const [workspaceId = ''] = workspaceIds;
  const broadcast = newQuietBroadcast(workspaceId, { accepted: 0, lanes: 2 });
  const segment = { ...keys.segment(workspaceId, newId()), entity: 'segment', id: newId(), kind: 'static' };
  return [
    ...Array.from({ length: 10 }, () => newContactRecord(workspaceId)),
    toRecord({ NewImage: { ...keys.broadcast(workspaceId, broadcast.id), ...broadcast, entity: 'broadcast' } }),
    toRecord({ OldImage: segment }),
    ...workspaceIds.slice(1).map(newContactRecord),
  ];
};

it('a crash at any call loses no job of the batch but may repeat the same one', async () => {
  const { workspaceId } = await makeWorkspaceWithWebhook(publicUrl);
  await makeWebhook(workspaceId);
  const others = [await makeWorkspaceWithWebhook(publicUrl), await makeWorkspaceWithWebhook(publicUrl)];
  const workspaceIds = [workspaceId, ...others.map((other) => other.workspaceId)];
  const callCount = await crashAtEveryCall({
    prepare: async () => newBatch(workspaceIds),
    run: (records) => dispatchChanges({ Records: records }),
    verify: async (_, { hasCrashed, label }) => {
      const jobs = heldQueue.messages.map(({ queue, body }) => JSON.stringify({ queue, body }));
      expect(new Set(jobs).size, label).toBe(22 + 2 + 1 + 1);
      if (!hasCrashed) expect(jobs, label).toHaveLength(26);
    },
  });
  // Three queries, three batches of deliveries and one batch for each other queue.
  expect(callCount).toBe(9);
});

describe('deliverWebhook that crashes', () => {
  const deliverAll = async (
    statuses: number[],
    expected: { status: string; attemptNumberMax: number; failures: number },
    failuresBefore = 0,
  ) => {
    const callCount = await crashAtEveryCall({
      prepare: async () => {
        const { url, received } = await startReceiver((response, count, request) =>
          respondWith(statuses[Math.min(count, statuses.length) - 1] ?? 500)(response, count, request),
        );
        const webhook = await makeWorkspaceWithWebhook(url);
        await updateStoredWebhook(webhook.workspaceId, webhook.id, newStreak(failuresBefore));
        return { webhook, received, job: newDeliveryJob(webhook) };
      },
      run: ({ job }, receiveCount) => deliver(job, receiveCount),
      verify: async ({ webhook, received, job }, { hasCrashed, label }) => {
        await runHeldJobs<DeliveryJob>((held) => deliver(held, 1));
        const delivery = await findDelivery(webhook.id, job.event.id);
        expect(delivery, label).toMatchObject({ status: expected.status, next_attempt_at: null });
        expect(delivery?.attempts, label).toHaveLength(delivery?.attempt_number ?? 0);
        expect(delivery?.attempt_number, label).toBeLessThanOrEqual(expected.attemptNumberMax);
        const sentCount = received.length;
        expect(sentCount, label).toBeGreaterThanOrEqual(delivery?.attempt_number ?? 0);
        expect(sentCount, label).toBeLessThanOrEqual(expected.attemptNumberMax + (hasCrashed ? 1 : 0));
        const { failure_count, is_active } = await getStoredWebhook(webhook);
        expect({ failure_count, is_active }, label).toEqual({
          failure_count: expected.failures,
          is_active: expected.failures < 15,
        });
      },
    });
    expect(callCount).toBeGreaterThanOrEqual(3);
  };

  it('a crash at any call of a successful attempt leaves the event delivered and ends the streak', () =>
    deliverAll([204], { status: 'delivered', attemptNumberMax: 1, failures: 0 }, 14));

  it('a crash at any call of an attempt that needs a retry leaves the event delivered', () =>
    deliverAll([503, 204], { status: 'delivered', attemptNumberMax: 2, failures: 0 }));

  it('a crash at any call of the fifteenth failure in a row counts it once and switches the webhook off', () =>
    deliverAll([400], { status: 'failed', attemptNumberMax: 1, failures: 15 }, 14));

  it('a crash at any call of the first of five failed attempts counts one failed event', () =>
    deliverAll([500], { status: 'failed', attemptNumberMax: 5, failures: 1 }));
});

it.each([24, 0])(
  'a rotation with an overlap of %i hours that crashes gives the caller who repeats it the secret that signs',
  async (overlap_hours) => {
    const calls = await crashAtEveryCall({
      prepare: async () => {
        const webhook = await makeWorkspaceWithWebhook(publicUrl);
        return { webhook, rotationId: newId(), returned: '' };
      },
      run: async (subject) => {
        const { workspaceId, id } = subject.webhook;
        subject.returned = (await rotateSecret(workspaceId, id, subject.rotationId, { overlap_hours })).secret;
      },
      verify: async ({ webhook, returned }, { label }) => {
        const signing = await readSigningSecrets(webhook.workspaceId, await getStoredWebhook(webhook));
        expect(signing, label).toEqual(overlap_hours > 0 ? [returned, webhook.secret] : [returned]);
      },
    });
    expect(calls).toBe(1);
  },
);
