import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ClientRequest } from 'node:http';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { handler } from '../../../functions/consumers/deliver-webhook.ts';
import { handler as dispatchChanges } from '../../../functions/consumers/dispatch-changes.ts';
import { env } from '../../../functions/platform/env.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findDelivery } from '../../../functions/table/deliveries/deliveries.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import { keys } from '../../../functions/table/keys.ts';
import { makeContact } from '../../support/contacts.ts';
import { getStoredWebhook, makeWorkspaceWithWebhook, newDeliveryJob, toBatch } from '../../support/deliveries.ts';
import { heldQueue, holdQueues } from '../../support/messages/held-messages.ts';
import { continueLine, readBytesMax, startFlood } from '../../support/network/floods.ts';
import { hang, respondWith, startReceiver } from '../../support/network/receiver.ts';
import { contact } from '../../support/table/changed-items.ts';

/** Runs a batch in a process of its own, which a test can kill. */
const startWorker = (file: string, batch: object) => {
  const program = `
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

  it('a worker that cannot reach the table reports every job as failed, and sends and counts nothing', async () => {
    const { url, received } = await startReceiver();
    const webhook = await makeWorkspaceWithWebhook(url);
    const tableName = env.tableName();
    process.env['TABLE_NAME'] = 'no-such-table';
    onTestFinished(() => {
      process.env['TABLE_NAME'] = tableName;
    });
    const { batchItemFailures } = await handler(toBatch([newDeliveryJob(webhook), newDeliveryJob(webhook)], 1));
    expect(batchItemFailures).toEqual([{ itemIdentifier: '0' }, { itemIdentifier: '1' }]);
    expect(received).toEqual([]);
  });
});

it('a fan-out killed repeatedly loses no event, and duplicates have the same id', async () => {
  const { url, received } = await startReceiver();
  const { workspaceId } = await makeWorkspaceWithWebhook(url);
  const contacts = Array.from({ length: 40 }, () => ({ ...contact, ...ownedBy(workspaceId) }));
  const batch = { Records: contacts.map(toInsertRecord) } as DynamoDBStreamEvent;
  for (const afterMs of [0, 15, 40, 80]) {
    const worker = startWorker('consumers/dispatch-changes.ts', batch);
    await once(worker.stdout, 'data');
    await wait(afterMs);
    worker.kill('SIGKILL');
    await once(worker, 'exit');
  }
  await dispatchChanges(batch);
  const arrived = () => new Set(received.map(({ event }) => event.data['contact_id']));
  await expect.poll(arrived).toEqual(new Set(contacts.map(({ id }) => id)));
  expect(new Set(received.map(({ event }) => event.id)).size).toBe(contacts.length);
});

const ownedBy = (workspaceId: string) => {
  const id = newId();
  return { ...keys.contact(workspaceId, id), id };
};

const toInsertRecord = (item: object, index: number) => ({
  eventName: 'INSERT',
  dynamodb: { SequenceNumber: String(index), NewImage: marshall(item) },
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

/** How many bytes each connection to the port has delivered to us. */
const countReadBytes = (port: string): (() => number) => {
  const sockets = new Set<Socket>();
  const { emit } = Socket.prototype;
  vi.spyOn(Socket.prototype, 'emit').mockImplementation(function (this: Socket, ...args) {
    if (String(this.remotePort) === port) sockets.add(this);
    return emit.apply(this, args);
  });
  return () => [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0);
};

const hugeHead = 'HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n';

it.each([
  ['informational responses', continueLine, '', 'TOO_MANY_INFORMATIONAL_RESPONSES', 'retrying'],
  ['bytes instead of a response', '\r\n', '', 'RESPONSE_HEAD_TOO_LARGE', 'retrying'],
  ['bytes of a body', 'x', hugeHead, 200, 'delivered'],
] as const)(
  'a receiver that floods its batch with %s delays none of its nine neighbors',
  async (_, text, head, code, status) => {
    holdQueues();
    const flood = await startFlood(text, head);
    const flooding = await makeWorkspaceWithWebhook(flood.href);
    const { url, received } = await startReceiver();
    const neighbors = await Promise.all(Array.from({ length: 9 }, () => makeWorkspaceWithWebhook(url)));
    const jobs = [flooding, ...neighbors].map((webhook) => newDeliveryJob(webhook));
    const parsed = vi.spyOn(ClientRequest.prototype, 'emit');
    const readBytes = countReadBytes(flood.port);
    expect(await handler(toBatch(jobs, 1))).toEqual({ batchItemFailures: [] });
    expect(received).toHaveLength(9);
    const deliveries = await Promise.all(jobs.map(({ webhookId, event }) => findDelivery(webhookId, event.id)));
    expect(deliveries[0]).toMatchObject({ status, attempts: [{ code }] });
    for (const delivery of deliveries.slice(1))
      expect(delivery).toMatchObject({ status: 'delivered', attempt_number: 1 });
    expect(heldQueue.messages).toHaveLength(status === 'retrying' ? 1 : 0);
    expect(await getStoredWebhook(flooding)).toMatchObject({ failure_count: 0, is_active: true });
    expect(readBytes()).toBeGreaterThan(0);
    expect(readBytes()).toBeLessThanOrEqual(4 * readBytesMax);
    const informational = parsed.mock.calls.filter(([event]) => event === 'information').length;
    expect(informational).toBeLessThanOrEqual(readBytesMax / continueLine.length);
  },
);
