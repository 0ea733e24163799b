import type { ServerResponse } from 'node:http';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it, onTestFinished } from 'vitest';
import { handler } from '../../../functions/consumers/dispatch-changes.ts';
import { deliver } from '../../../functions/domain/deliveries/deliver.ts';
import { getDelivery, getLoggedDelivery } from '../../../functions/domain/deliveries/delivery-log.ts';
import { getWebhookHealth } from '../../../functions/domain/deliveries/health.ts';
import { redeliver } from '../../../functions/domain/deliveries/redeliver.ts';
import { env, queueUrlVariable } from '../../../functions/platform/env.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findDelivery } from '../../../functions/table/deliveries/deliveries.ts';
import { keys } from '../../../functions/table/keys.ts';
import type { HostedFunction } from '../../../tools/local/lambda/function-host.ts';
import { type Outcome, toFunctionError } from '../../../tools/local/lambda/function-messages.ts';
import { handleStreamBatch } from '../../../tools/local/sources/stream-batch.ts';
import type { EngineRecord } from '../../../tools/local/sources/stream-record.ts';
import { makeWorkspaceWithWebhook, newDeliveryJob, storeDelivery } from '../../support/deliveries.ts';
import { respondWith, startReceiver } from '../../support/network/receiver.ts';
import { contact } from '../../support/table/changed-items.ts';

describe('events that are sent again', () => {
  describe('a redelivery', () => {
    it('a redelivered event gets five new attempts', async () => {
      const { url, received } = await startReceiver((response, count, request) =>
        respondWith([410, 500][count - 1] ?? 204)(response, count, request),
      );
      const webhook = await makeWorkspaceWithWebhook(url);
      const job = newDeliveryJob(webhook);
      await deliver(job, 1);
      await redeliver(webhook.workspaceId, webhook.id, job.event.id);
      const attempts = { earlier_attempts: [{ code: 410 }], attempts: [{ code: 500 }, { code: 204 }] };
      await expect
        .poll(() => findDelivery(webhook.id, job.event.id))
        .toMatchObject({ status: 'delivered', attempt_number: 3, ...attempts });
      expect(received).toHaveLength(3);
    });

    it('the last ten attempts of earlier turns stay, and one of them is the last response until there is another', async () => {
      const pending: ServerResponse[] = [];
      const { url } = await startReceiver((response) => pending.push(response));
      const webhook = await makeWorkspaceWithWebhook(url);
      const { workspaceId, id } = webhook;
      const attempts = Array.from({ length: 12 }, () => ({ code: 503, answer: 'x'.repeat(1_024) }));
      const eventId = await storeDelivery(webhook, { attempts });
      await redeliver(workspaceId, id, eventId);
      await expect.poll(() => pending.length).toBe(1);
      expect(await getWebhookHealth(workspaceId, id)).toMatchObject({ last_attempt: { code: 503 } });
      pending[0]?.writeHead(204).end();
      await expect.poll(() => findDelivery(id, eventId)).toMatchObject({ status: 'delivered' });
      const { earlier_attempts, ...delivery } = await getLoggedDelivery(workspaceId, id, eventId);
      expect(earlier_attempts.map(({ answer }) => answer.length)).toEqual(Array(10).fill(100));
      expect(await getDelivery(workspaceId, id, eventId)).toEqual(delivery);
    });
  });
});

/** As in the stack. */
const mapping = {
  id: 'Mapping',
  sourceArn: 'arn:aws:dynamodb:eu-central-1:000000000000:table/t/stream/s',
  functionName: 'dispatchChanges',
  batchSizeMax: 100,
  reportsItemFailures: false,
  patterns: [],
  concurrencyMax: 1,
  recordAgeSecondsMax: 20 * 60 * 60,
  failureDestinationArn: undefined,
};

/** So the function retries them for three more seconds. */
const retriedForMs = 16 * 60 * 60 * 1_000 - 3_000;

const toRecord = (sequence: number, images: Pick<EngineRecord['dynamodb'], 'NewImage' | 'OldImage'>) =>
  ({
    eventID: newId(),
    eventName: images.NewImage ? 'INSERT' : 'REMOVE',
    dynamodb: {
      ...images,
      SequenceNumber: String(sequence),
      ApproximateCreationDateTime: (Date.now() - retriedForMs) / 1000,
    },
  }) satisfies EngineRecord;

const newContactRecord = (workspaceId: string, sequence: number) => {
  const id = newId();
  return {
    id,
    record: toRecord(sequence, { NewImage: marshall({ ...contact, ...keys.contact(workspaceId, id), id }) }),
  };
};

const deletedSegmentRecord = (workspaceId: string, sequence: number) => {
  const id = newId();
  const segment = { ...keys.segment(workspaceId, id), entity: 'segment', id, kind: 'static' };
  return toRecord(sequence, { OldImage: marshall(segment) });
};

/** The real function on the real table and queues, invoked as the runtime does. */
const hosted = {
  invoke: (event: string): Promise<Outcome> =>
    handler(JSON.parse(event)).then(
      (result) => ({ ok: true, payload: JSON.stringify(result ?? null) }),
      (error) => ({ ok: false, error: toFunctionError(error) }),
    ),
} as unknown as HostedFunction;

/** Returns the records that the runtime discarded. */
const runBatch = async (records: EngineRecord[]) => {
  const discards: EngineRecord[] = [];
  await handleStreamBatch(records, {
    mapping,
    hosted,
    signal: new AbortController().signal,
    advance: () => undefined,
    discard: async (discarded) => void discards.push(...discarded),
  });
  return { discards };
};

/** Writes to this queue fail, as with a missing permission. */
const breakQueue = (queue: string): void => {
  const variable = queueUrlVariable(queue);
  const url = env.queueUrl(queue);
  process.env[variable] = `${url}-gone`;
  onTestFinished(() => {
    process.env[variable] = url;
  });
};

const readDiscardedChanges = async (): Promise<{ eventID?: string }[]> => {
  const sqs = new SQSClient();
  const { Messages: messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: env.queueUrl('discardedChanges'),
      MaxNumberOfMessages: 10,
      VisibilityTimeout: 0,
    }),
  );
  sqs.destroy();
  return messages.map(({ Body: body = '{}' }) => JSON.parse(body));
};

describe('a change whose job cannot be sent', () => {
  it('is discarded alone, with its record, and every other change of its batch has its event delivered', async () => {
    const { url, received } = await startReceiver();
    const { workspaceId } = await makeWorkspaceWithWebhook(url);
    const before = Array.from({ length: 12 }, (_, index) => newContactRecord(workspaceId, index));
    const bad = deletedSegmentRecord(workspaceId, 12);
    const after = Array.from({ length: 12 }, (_, index) => newContactRecord(workspaceId, 13 + index));
    breakQueue('runMaintenance');
    const running = runBatch([...before, { record: bad }, ...after].map(({ record }) => record));
    const contactIds = [...before, ...after].map(({ id }) => id);
    const arrived = () => new Set(received.map(({ event }) => event.data['contact_id']));
    await expect.poll(arrived).toEqual(new Set(contactIds));
    const { discards } = await running;
    expect(discards).toEqual([]);
    const ourIds = [...before, { record: bad }, ...after].map(({ record }) => record.eventID);
    const readOurs = async () => (await readDiscardedChanges()).filter(({ eventID = '' }) => ourIds.includes(eventID));
    await expect
      .poll(readOurs)
      .toEqual([expect.objectContaining({ eventID: bad.eventID, eventName: 'REMOVE', dynamodb: expect.anything() })]);
  });
});
