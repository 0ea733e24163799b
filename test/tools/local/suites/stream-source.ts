import { randomUUID } from 'node:crypto';
import { PutItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { expect, it } from 'vitest';
import { fixture } from '../fixture/shared.ts';
import { waitFor } from '../fixture/wait-for.ts';

const item = (prefix: string, id: string, mood = 'good') => ({
  pk: { S: `${prefix}#${id}` },
  sk: { S: 'ITEM' },
  entity: { S: prefix },
  mood: { S: mood },
});

/** In one transaction, so the items form one stream batch. */
const write = (prefix: string, items: { id: string; mood?: string }[]) =>
  fixture.clients.dynamodb.send(
    new TransactWriteItemsCommand({
      TransactItems: items.map(({ id, mood }) => ({
        Put: { TableName: fixture.tableName, Item: item(prefix, id, mood) },
      })),
    }),
  );

const readId = (record: Record<string, never>): string => String(Object(record).dynamodb.Keys.pk.S).split('#')[1] ?? '';

/** The ids of each call that received one of the given ids. */
const findCalls = (functionPrefix: string, ids: string[]): string[][] =>
  fixture
    .readBatches(functionPrefix)
    .map((batch) => batch.map(readId))
    .filter((batch) => batch.some((id) => ids.includes(id)));

const receiveDiscarded = (): Promise<Record<string, never>> =>
  waitFor(async () => {
    const command = new ReceiveMessageCommand({ QueueUrl: fixture.queueUrl('StreamFailures'), WaitTimeSeconds: 1 });
    const { Messages: [message] = [] } = await fixture.clients.sqs.send(command);
    return message?.Body === undefined ? undefined : JSON.parse(message.Body);
  });

it('a change reaches the function in the format of Lambda', async () => {
  const id = randomUUID();
  const Item = { ...item('REPORT', id), bytes: { B: new Uint8Array([0xff, 0]) }, list: { L: [{ N: '1' }] } };
  await fixture.clients.dynamodb.send(new PutItemCommand({ TableName: fixture.tableName, Item }));
  const record = await waitFor(() =>
    fixture
      .readBatches('ConsumeReported')
      .flat()
      .find((candidate) => readId(candidate) === id),
  );
  expect(record).toEqual({
    eventID: expect.any(String),
    eventName: 'INSERT',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: 'eu-central-1',
    dynamodb: {
      ApproximateCreationDateTime: expect.any(Number),
      Keys: { pk: { S: `REPORT#${id}` }, sk: { S: 'ITEM' } },
      NewImage: {
        pk: { S: `REPORT#${id}` },
        sk: { S: 'ITEM' },
        entity: { S: 'REPORT' },
        mood: { S: 'good' },
        bytes: { B: '/wA=' },
        list: { L: [{ N: '1' }] },
      },
      SequenceNumber: expect.stringMatching(/^\d+$/),
      SizeBytes: expect.any(Number),
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
    eventSourceARN: expect.stringMatching(
      /^arn:aws:dynamodb:eu-central-1:000000000000:table\/Fixture-data-Table.*\/stream\//,
    ),
  });
});

it('a change reaches only the functions whose filter it passes', async () => {
  const [id, after] = [randomUUID(), randomUUID()];
  const put = (Item: ReturnType<typeof item>) =>
    fixture.clients.dynamodb.send(new PutItemCommand({ TableName: fixture.tableName, Item }));
  await put(item('OTHER', id));
  await put(item('REPORT', id));
  await put(item('REPORT', id, 'changed'));
  await write('THROW', [{ id: after }]);
  await write('REPORT', [{ id: after }]);
  await waitFor(() => findCalls('ConsumeReported', [after])[0] && findCalls('ConsumeThrown', [after])[0]);
  const received = fixture
    .readBatches('ConsumeReported')
    .flat()
    .filter((record) => readId(record) === id);
  expect(received.map((record) => [Object(record).eventName, Object(record).dynamodb.Keys.pk.S])).toEqual([
    ['INSERT', `REPORT#${id}`],
  ]);
  expect(findCalls('ConsumeThrown', [id])).toEqual([]);
});

it('a batch is retried from the first record that the function reports', async () => {
  const [a, b, c] = ['a', 'b', 'c'].map(() => randomUUID());
  const ids = [a, b, c].map(String);
  await write('REPORT', [{ id: ids[0] ?? '' }, { id: ids[1] ?? '', mood: 'shaky' }, { id: ids[2] ?? '' }]);
  await waitFor(() => findCalls('ConsumeReported', ids).length === 2);
  expect(findCalls('ConsumeReported', ids)).toEqual([ids, ids.slice(1)]);
});

it('a record that exhausts its retries is discarded and reported to the failure destination', async () => {
  const [bad, later] = [randomUUID(), randomUUID()];
  await write('REPORT', [{ id: bad, mood: 'poison' }]);
  await write('REPORT', [{ id: later }]);
  expect(await receiveDiscarded()).toEqual({
    requestContext: {
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      functionArn: expect.stringContaining(':function:Fixture-service-ConsumeReported'),
      condition: 'RetryAttemptsExhausted',
      approximateInvokeCount: 3,
    },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: null },
    version: '1.0',
    timestamp: expect.stringMatching(/Z$/),
    DDBStreamBatchInfo: {
      shardId: expect.stringMatching(/^shardId-/),
      startSequenceNumber: expect.stringMatching(/^\d+$/),
      endSequenceNumber: expect.stringMatching(/^\d+$/),
      approximateArrivalOfFirstRecord: expect.stringMatching(/Z$/),
      approximateArrivalOfLastRecord: expect.stringMatching(/Z$/),
      batchSize: expect.any(Number),
      streamArn: expect.stringContaining('/stream/'),
    },
  });
  expect(findCalls('ConsumeReported', [bad])).toHaveLength(3);
});

it('a record that always fails is isolated by bisecting, and all other records are processed', async () => {
  const ids = Array.from({ length: 6 }, () => randomUUID());
  const bad = ids[3] ?? '';
  await write(
    'THROW',
    ids.map((id) => ({ id, mood: id === bad ? 'poison' : 'good' })),
  );
  expect(await receiveDiscarded()).toMatchObject({
    requestContext: { condition: 'RetryAttemptsExhausted', approximateInvokeCount: 2 },
    responseContext: { functionError: 'Unhandled' },
    DDBStreamBatchInfo: { batchSize: 1 },
  });
  await waitFor(() => findCalls('ConsumeThrown', [ids[5] ?? '']).some((batch) => !batch.includes(bad)));
  expect(findCalls('ConsumeThrown', [bad]).filter((batch) => batch.length === 1)).toHaveLength(2);
  for (const id of ids.filter((candidate) => candidate !== bad))
    expect(findCalls('ConsumeThrown', [id]).filter((batch) => !batch.includes(bad))).toHaveLength(1);
});
