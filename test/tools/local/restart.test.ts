import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DescribeTableCommand, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { ChangeMessageVisibilityCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Child, isUnreachable, startChild } from './fixture/child.ts';
import { findReadableByOthers, newFolder } from './fixture/folder.ts';
import { type Fixture, startFixture } from './fixture/runtime.ts';
import { synthesizeFixture } from './fixture/synthesize.ts';
import { waitFor } from './fixture/wait-for.ts';

const dataDir = newFolder();
let killed: Child;
let killedEngine: string;
let fixture: Fixture;

const store = async (baseUrl: string, id: string): Promise<void> => {
  const response = await fetch(`${baseUrl}/store`, { method: 'POST', body: JSON.stringify({ id }) });
  expect(response.status).toBe(201);
};

const findLine = (isWanted: (line: string) => boolean): string | undefined =>
  killed.output().split('\n').find(isWanted);

const wasProcessedBefore = (id: string): boolean =>
  findLine((line) => line.includes('ConsumeReported') && line.includes(`ITEM#${id}`)) !== undefined;

const countProcessedAfter = (id: string): number =>
  fixture
    .readBatches('ConsumeReported')
    .flat()
    .filter((record) => JSON.stringify(record).includes(`"ITEM#${id}"`)).length;

beforeAll(async () => {
  killed = startChild('test/tools/local/fixture/run.ts', [await synthesizeFixture([]), dataDir], process.env);
  const ready = await waitFor(() => findLine((line) => line.includes('baseUrl')), 40_000);
  const { baseUrl, dynamodbEndpoint } = JSON.parse(ready);
  killedEngine = dynamodbEndpoint;
  await store(baseUrl, 'first');
  await waitFor(() => wasProcessedBefore('first'));
  await store(baseUrl, 'second');
  killed.process.kill('SIGKILL');
  await killed.ended;
  await waitFor(() => isUnreachable(killedEngine));
  fixture = await startFixture({ assemblyDir: await synthesizeFixture(['kind']), dataDir });
}, 120_000);

afterAll(() => fixture.stop());

/** Makes each received message visible again at once. */
const receiveBodies = async (expected: string[]): Promise<void> => {
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
    return expected.every((body) => bodies.has(body));
  });
};

it('Java ends with the killed process', async () => expect(await isUnreachable(killedEngine)).toBe(true));

it.each(['first', 'second'])('the %s acknowledged item survives the restart', async (id) => {
  const Key = { pk: { S: `ITEM#${id}` }, sk: { S: 'ITEM' } };
  const { Item } = await fixture.clients.dynamodb.send(new GetItemCommand({ TableName: fixture.tableName, Key }));
  expect(Item?.['id']).toEqual({ S: id });
});

it('the access key id survives the restart, in a file of the data folder', () => {
  const { access_key_id } = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'));
  expect(fixture.accessKeyId).toBe(access_key_id);
});

it('nothing below the data folder can be read by other users', () => {
  expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['checkpoints', 'dynamodb', 'lock', 'sqs']));
  expect(findReadableByOthers(dataDir)).toEqual([]);
});

it('queued messages survive the restart and can be made visible again at once', async () => {
  await receiveBodies(['first', 'second']);
  await receiveBodies(['first', 'second']);
});

it('the stream resumes at its checkpoint, without gaps or repeats', async () => {
  await store(fixture.baseUrl, 'third');
  await waitFor(() => countProcessedAfter('third') === 1);
  expect(countProcessedAfter('second') > 0 || wasProcessedBefore('second')).toBe(true);
  expect(countProcessedAfter('first')).toBe(0);
});

it('an index that is new in the template is added', async () => {
  const { Table } = await fixture.clients.dynamodb.send(new DescribeTableCommand({ TableName: fixture.tableName }));
  expect(Table?.GlobalSecondaryIndexes).toMatchObject([{ IndexName: 'kind', IndexStatus: 'ACTIVE' }]);
});
