import { DescribeTableCommand, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { ChangeMessageVisibilityCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Child, isUnreachable, startChild } from './fixture/child.ts';
import { newFolder } from './fixture/folder.ts';
import { type Fixture, startFixture } from './fixture/runtime.ts';
import { synthesizeFixture } from './fixture/synthesize.ts';
import { waitFor } from './fixture/wait-for.ts';

const dataDir = newFolder();
let killed: Child;
let engineOfKilled: string;
let fixture: Fixture;

const store = async (baseUrl: string, id: string): Promise<void> => {
  const response = await fetch(`${baseUrl}/store`, { method: 'POST', body: JSON.stringify({ id }) });
  expect(response.status).toBe(201);
};

/** The changes that reached the function, of those in the killed process. */
const seenByKilled = (id: string): boolean =>
  killed
    .output()
    .split('\n')
    .some((line) => line.includes('ConsumeReported') && line.includes(`ITEM#${id}`));

const timesSeen = (id: string): number =>
  fixture
    .readBatches('ConsumeReported')
    .flat()
    .filter((record) => JSON.stringify(record).includes(`"ITEM#${id}"`)).length;

beforeAll(async () => {
  killed = startChild('test/tools/local/fixture/run.ts', [synthesizeFixture([]), dataDir], process.env);
  const ready = await waitFor(
    () =>
      killed
        .output()
        .split('\n')
        .find((line) => line.includes('baseUrl')),
    40_000,
  );
  const { baseUrl, dynamodbEndpoint } = JSON.parse(ready);
  engineOfKilled = dynamodbEndpoint;
  await store(baseUrl, 'first');
  await waitFor(() => seenByKilled('first'));
  await store(baseUrl, 'second');
  killed.process.kill('SIGKILL');
  await killed.ended;
  await waitFor(() => isUnreachable(engineOfKilled));
  fixture = await startFixture({ assemblyDir: synthesizeFixture(['kind']), dataDir });
}, 120_000);

afterAll(() => fixture.stop());

/** Receives messages, and lets go of them again, until all that are wanted were seen. */
const receiveUntil = async (isEnough: (bodies: Set<string>) => boolean): Promise<void> => {
  const QueueUrl = fixture.queueUrl('KeptQueue');
  const bodies = new Set<string>();
  await waitFor(async () => {
    const receive = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 });
    const { Messages = [] } = await fixture.clients.sqs.send(receive);
    for (const { Body = '', ReceiptHandle } of Messages) {
      bodies.add(Body);
      await fixture.clients.sqs.send(
        new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }),
      );
    }
    return isEnough(bodies);
  });
};

describe('after the whole process was killed', () => {
  it('Java is gone with it', async () => {
    expect(await isUnreachable(engineOfKilled)).toBe(true);
  });

  it.each(['first', 'second'])('what was answered is there: %s', async (id) => {
    const Key = { pk: { S: `ITEM#${id}` }, sk: { S: 'ITEM' } };
    const { Item } = await fixture.clients.dynamodb.send(new GetItemCommand({ TableName: fixture.tableName, Key }));
    expect(Item?.['id']).toEqual({ S: id });
  });

  it('the messages of queues are there, and can be made visible again at once', async () => {
    await receiveUntil((bodies) => bodies.has('first') && bodies.has('second'));
    await receiveUntil((bodies) => bodies.has('first') && bodies.has('second'));
  });

  it('the stream goes on where it stopped: nothing is left out, and what is done is not done again', async () => {
    await store(fixture.baseUrl, 'third');
    await waitFor(() => timesSeen('third') === 1);
    expect(timesSeen('second') > 0 || seenByKilled('second')).toBe(true);
    expect(timesSeen('first')).toBe(0);
  });

  it('an index that the template has gained is added to the table', async () => {
    const { Table } = await fixture.clients.dynamodb.send(new DescribeTableCommand({ TableName: fixture.tableName }));
    expect(Table?.GlobalSecondaryIndexes).toMatchObject([{ IndexName: 'kind', IndexStatus: 'ACTIVE' }]);
  });
});
