import { randomUUID } from 'node:crypto';
import { ReceiveMessageCommand, SendMessageBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { fixture } from '../fixture/shared.ts';
import { waitFor } from '../fixture/wait-for.ts';

interface Body {
  id: string;
  [instruction: string]: unknown;
}

const send = (queue: string, bodies: Body[]) =>
  fixture.clients.sqs.send(
    new SendMessageBatchCommand({
      QueueUrl: fixture.queueUrl(queue),
      Entries: bodies.map((body, index) => ({ Id: String(index), MessageBody: JSON.stringify(body) })),
    }),
  );

const countReceived = (functionPrefix: string, id: string): number => findRecords(functionPrefix, id).length;

const findRecords = (functionPrefix: string, id: string) =>
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
    .find((queue) => queue.name === name);
  const { approximateMessageCount, approximateInflightCount, approximateDelayedCount } = Object(found);
  return approximateMessageCount + approximateInflightCount + approximateDelayedCount === 0 ? true : undefined;
};

describe('queue source', () => {
  it('a schedule sends its message at once', async () => {
    expect(await receive('ScheduledQueue', 5)).toEqual(['{"task":"sweep"}']);
  });

  it('a queue message reaches the function in the format of Lambda', async () => {
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
      countReceived('ConsumeWork', id) > 0 ? findRecords('ConsumeWork', id) : undefined,
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

  it('only reported messages are redelivered, and dead-lettered after three receives', async () => {
    const [good, bad] = [randomUUID(), randomUUID()];
    await send('WorkQueue', [{ id: good }, { id: bad, fails: true }]);
    const [dead] = await waitFor(async () => {
      const messages = await receive('DeadLetters', 1);
      return messages.length > 0 ? messages : undefined;
    });
    expect(JSON.parse(dead ?? '{}').id).toBe(bad);
    expect(countReceived('ConsumeWork', bad)).toBe(3);
    expect(countReceived('ConsumeWork', good)).toBe(1);
    await waitFor(() => isEmpty('WorkQueue'));
  });

  it.each<[string, unknown]>([
    ['throws', 'throw'],
    ['reports an unknown message', { batchItemFailures: [{ itemIdentifier: 'unknown' }] }],
  ])('the whole batch is redelivered if the function %s', async (_, result) => {
    const [first, second] = [randomUUID(), randomUUID()];
    await send('WorkQueue', [{ id: first }, { id: second, result }]);
    await waitFor(() => countReceived('ConsumeWork', first) >= 2 && countReceived('ConsumeWork', second) >= 2);
  });
});

describe('queue', () => {
  it("messages are delayed by the template's delivery delay", async () => {
    const sentMs = performance.now();
    await send('LateQueue', [{ id: 'late' }]);
    expect(await receive('LateQueue', 10)).toEqual(['{"id":"late"}']);
    expect(performance.now() - sentMs).toBeGreaterThan(1500);
  });

  it("queues are served on the loopback interface, at the URL in the functions' environment", () => {
    expect(fixture.sqsEndpoint).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const url = fixture.readEnvironment('Store')['KEPT_QUEUE_URL'];
    expect(url).toBe(fixture.queueUrl('KeptQueue'));
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/000000000000\/Fixture-service-KeptQueue/);
  });
});
