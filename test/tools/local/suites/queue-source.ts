import { randomUUID } from 'node:crypto';
import { ReceiveMessageCommand, SendMessageBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Fixture } from '../fixture/runtime.ts';
import { sharedFixture } from '../fixture/shared.ts';
import { waitFor } from '../fixture/wait-for.ts';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await sharedFixture();
});

interface Body {
  id: string;
  [wish: string]: unknown;
}

const send = (queue: string, bodies: Body[]) =>
  fixture.clients.sqs.send(
    new SendMessageBatchCommand({
      QueueUrl: fixture.queueUrl(queue),
      Entries: bodies.map((body, index) => ({ Id: String(index), MessageBody: JSON.stringify(body) })),
    }),
  );

/** How often the function was given the message with this id. */
const timesTaken = (functionPrefix: string, id: string): number => recordsOf(functionPrefix, id).length;

const recordsOf = (functionPrefix: string, id: string) =>
  fixture
    .readBatches(functionPrefix)
    .flat()
    .filter(({ body }) => JSON.parse(String(body)).id === id);

const receive = async (queue: string, waitSeconds: number): Promise<string[]> => {
  const command = new ReceiveMessageCommand({ QueueUrl: fixture.queueUrl(queue), WaitTimeSeconds: waitSeconds });
  const { Messages = [] } = await fixture.clients.sqs.send(command);
  return Messages.map(({ Body = '' }) => Body);
};

const isEmpty = async (queue: string): Promise<true | undefined> => {
  const queues = await (await fetch(`${fixture.sqsEndpoint}/_fauxqs/queues`)).json();
  const name = fixture.queueUrl(queue).split('/').at(-1);
  const found = Object.values(Object(queues))
    .map(Object)
    .find((each) => each.name === name);
  const { approximateMessageCount, approximateInflightCount, approximateDelayedCount } = Object(found);
  return approximateMessageCount + approximateInflightCount + approximateDelayedCount === 0 ? true : undefined;
};

describe('a function fed from a queue', () => {
  it('is given records in the form of Lambda', async () => {
    const id = randomUUID();
    const body = JSON.stringify({ id });
    await fixture.clients.sqs.send(
      new SendMessageCommand({
        QueueUrl: fixture.queueUrl('WorkQueue'),
        MessageBody: body,
        MessageAttributes: {
          text: { DataType: 'String', StringValue: 'a' },
          bytes: { DataType: 'Binary', BinaryValue: new Uint8Array([0xff, 0]) },
        },
      }),
    );
    const [record] = await waitFor(() =>
      timesTaken('ConsumeWork', id) > 0 ? recordsOf('ConsumeWork', id) : undefined,
    );
    expect(record).toEqual({
      messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      receiptHandle: expect.any(String),
      body,
      attributes: {
        ApproximateReceiveCount: '1',
        SentTimestamp: expect.stringMatching(/^\d{13}$/),
        SenderId: expect.any(String),
        ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
      },
      messageAttributes: {
        text: { stringValue: 'a', stringListValues: [], binaryListValues: [], dataType: 'String' },
        bytes: { binaryValue: '/wA=', stringListValues: [], binaryListValues: [], dataType: 'Binary' },
      },
      md5OfBody: expect.stringMatching(/^[0-9a-f]{32}$/),
      eventSource: 'aws:sqs',
      eventSourceARN: expect.stringContaining('arn:aws:sqs:eu-central-1:000000000000:Fixture-service-WorkQueue'),
      awsRegion: 'eu-central-1',
    });
    await waitFor(() => isEmpty('WorkQueue'));
  });

  it('gets again only those messages that it reports, and after three receives they are dead letters', async () => {
    const [good, bad] = [randomUUID(), randomUUID()];
    await send('WorkQueue', [{ id: good }, { id: bad, fails: true }]);
    const [dead] = await waitFor(async () => {
      const messages = await receive('DeadLetters', 1);
      return messages.length > 0 ? messages : undefined;
    });
    expect(JSON.parse(dead ?? '{}').id).toBe(bad);
    expect(timesTaken('ConsumeWork', bad)).toBe(3);
    expect(timesTaken('ConsumeWork', good)).toBe(1);
    await waitFor(() => isEmpty('WorkQueue'));
  });

  it.each<[string, unknown]>([
    ['throws', 'throw'],
    ['reports a message that it was not given', { batchItemFailures: [{ itemIdentifier: 'nobody' }] }],
  ])('gets the whole batch again when it %s', async (_, answer) => {
    const [first, second] = [randomUUID(), randomUUID()];
    await send('WorkQueue', [{ id: first }, { id: second, answer }]);
    await waitFor(() => timesTaken('ConsumeWork', first) >= 2 && timesTaken('ConsumeWork', second) >= 2);
  });

  it('is not given what the filter keeps out, which leaves the queue all the same', async () => {
    const [wanted, unwanted] = [randomUUID(), randomUUID()];
    await send('FilteredQueue', [
      { id: unwanted, kind: 'other' },
      { id: wanted, kind: 'wanted' },
    ]);
    await waitFor(() => timesTaken('ConsumeFiltered', wanted) === 1);
    await waitFor(() => isEmpty('FilteredQueue'));
    expect(timesTaken('ConsumeFiltered', unwanted)).toBe(0);
  });

  it('is given what came within the batching window in one call', async () => {
    const ids = Array.from({ length: 14 }, () => randomUUID());
    const bodies = ids.map((id) => ({ id, kind: 'wanted' }));
    await send('FilteredQueue', bodies.slice(0, 7));
    await send('FilteredQueue', bodies.slice(7));
    await waitFor(() => ids.every((id) => timesTaken('ConsumeFiltered', id) === 1));
    const batches = fixture
      .readBatches('ConsumeFiltered')
      .map((batch) => batch.map(({ body }) => JSON.parse(String(body)).id));
    expect(batches.filter((batch) => batch.some((id) => ids.includes(id)))).toHaveLength(1);
  });
});

describe('a queue', () => {
  it('holds a message back for the delay of the template', async () => {
    await send('LateQueue', [{ id: 'late' }]);
    const sentMs = performance.now();
    expect(await receive('LateQueue', 0)).toEqual([]);
    expect(await receive('LateQueue', 10)).toEqual(['{"id":"late"}']);
    expect(performance.now() - sentMs).toBeGreaterThan(1500);
  });

  it('is on the loopback interface, under the URL that functions are given', () => {
    expect(fixture.sqsEndpoint).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const url = fixture.readEnvironment('Store')['KEPT_QUEUE_URL'];
    expect(url).toBe(fixture.queueUrl('KeptQueue'));
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/000000000000\/Fixture-service-KeptQueue/);
  });
});
