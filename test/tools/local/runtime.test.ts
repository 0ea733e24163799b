import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DescribeTableCommand, GetItemCommand, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DescribeStreamCommand, ListStreamsCommand } from '@aws-sdk/client-dynamodb-streams';
import { ChangeMessageVisibilityCommand, ReceiveMessageCommand, SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { createClients } from '../../../tools/local/engines/clients.ts';
import { openStreamFeed } from '../../../tools/local/sources/stream-feed.ts';
import { foreignHeaders, requestWith } from '../../support/foreign-requests.ts';
import { type Child, isUnreachable, startChild, stubJava } from './fixture/child.ts';
import { findReadableByOthers, newFolder, removeFolders } from './fixture/folder.ts';
import { type Fixture, startFixture } from './fixture/runtime.ts';
import { synthesizeFixture } from './fixture/synthesize.ts';
import { waitFor } from './fixture/wait-for.ts';

afterAll(removeFolders);

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
  findLine((line) => line.includes('ConsumeChanges') && line.includes(`ITEM#${id}`)) !== undefined;

const countProcessedAfter = (id: string): number =>
  fixture
    .readBatches('ConsumeChanges')
    .flat()
    .filter((record) => JSON.stringify(record).includes(`"ITEM#${id}"`)).length;

beforeAll(async () => {
  killed = startChild('test/tools/local/fixture/run.ts', [await synthesizeFixture([]), dataDir], process.env);
  const ready = await waitFor(() => findLine((line) => line.includes('baseUrl')), 100_000);
  const { baseUrl, dynamodbEndpoint } = JSON.parse(ready);
  killedEngine = dynamodbEndpoint;
  await store(baseUrl, 'first');
  await waitFor(() => wasProcessedBefore('first'));
  await store(baseUrl, 'second');
  killed.process.kill('SIGKILL');
  await killed.ended;
  await waitFor(() => isUnreachable(killedEngine));
  fixture = await startFixture({ assemblyDir: await synthesizeFixture(['kind']), dataDir });
}, 240_000);

afterEach(() => vi.unstubAllEnvs());

afterAll(async () => {
  await fixture.stop();
  for (const endpoint of [fixture.baseUrl, fixture.sqsEndpoint, fixture.dynamodbEndpoint])
    expect(await isUnreachable(endpoint)).toBe(true);
});

/** Makes each received message visible again at once. */
const receiveBodies = async (queue: string, expected: string[]): Promise<void> => {
  const QueueUrl = fixture.queueUrl(queue);
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
  await receiveBodies('KeptQueue', ['first', 'second']);
  await receiveBodies('KeptQueue', ['first', 'second']);
});

it('the stream resumes at its checkpoint, without gaps or repeats', async () => {
  await store(fixture.baseUrl, 'third');
  await waitFor(() => countProcessedAfter('third') === 1);
  expect(countProcessedAfter('second') > 0 || wasProcessedBefore('second')).toBe(true);
  expect(countProcessedAfter('first')).toBe(0);
});

it('sources that are equally far in a shard read it once', async () => {
  const { dynamodbStreams: client, readRecords } = fixture.clients;
  const [stream] = (await client.send(new ListStreamsCommand())).Streams ?? [];
  const engineStreamArn = stream?.StreamArn ?? '';
  const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: engineStreamArn }));
  const shardId = StreamDescription?.Shards?.[0]?.ShardId ?? '';
  const read = vi.fn(readRecords);
  const feed = openStreamFeed({ client, readRecords: read, engineStreamArn });
  onTestFinished(feed.stop);
  const readFirst = () => feed.readAfter(shardId, undefined, 100);
  const [page, other] = await Promise.all([readFirst(), readFirst()]);
  expect(other).toBe(page);
  expect(read).toHaveBeenCalledTimes(1);
  const { records } = await feed.readAfter(shardId, undefined, 1);
  const following = await feed.readAfter(shardId, records[0]?.dynamodb.SequenceNumber, 1);
  expect([...records, ...following.records]).toEqual(page.records.slice(0, 2));
});

it('an index that is new in the template is added', async () => {
  const { Table } = await fixture.clients.dynamodb.send(new DescribeTableCommand({ TableName: fixture.tableName }));
  expect(Table?.GlobalSecondaryIndexes).toMatchObject([{ IndexName: 'kind', IndexStatus: 'ACTIVE' }]);
});

it('a schedule sends its message at once', () => receiveBodies('ScheduledQueue', ['{"task":"sweep"}']));

it('a message that the function reports as failed is redelivered until it is a dead letter', async () => {
  const Entries = ['good', 'bad'].map((MessageBody) => ({ Id: MessageBody, MessageBody }));
  await fixture.clients.sqs.send(new SendMessageBatchCommand({ QueueUrl: fixture.queueUrl('WorkQueue'), Entries }));
  await receiveBodies('DeadLetters', ['bad']);
  const received = fixture.readBatches('ConsumeWork').flatMap((batch) => batch.map(({ body }) => body));
  expect(new Set(received)).toEqual(new Set(['good', 'bad']));
});

it('a function is refused what its role does not allow on the table', async () => {
  await expect(fixture.invoke('Powerless', { body: '{"id":"refused"}' })).rejects.toMatchObject({
    name: 'AccessDeniedException',
    message: expect.stringContaining('is not authorized to perform: dynamodb:PutItem'),
  });
});

it('DynamoDB Local is empty for another access key id', async () => {
  const { dynamodb, dynamodbStreams, destroy } = createClients(fixture.dynamodbEndpoint, fixture.sqsEndpoint, 'local');
  onTestFinished(destroy);
  expect((await dynamodb.send(new ListTablesCommand())).TableNames).toEqual([]);
  expect((await dynamodbStreams.send(new ListStreamsCommand())).Streams).toEqual([]);
});

it('a DynamoDB Local that already runs is used without Java and left running', async () => {
  const { dynamodbEndpoint, tables } = fixture;
  stubJava();
  vi.stubEnv('DYNAMODB_ENDPOINT', dynamodbEndpoint);
  const second = await startFixture();
  expect(second.dynamodbEndpoint).toBe(dynamodbEndpoint);
  expect(second.tables).toEqual(tables);
  await second.stop();
  expect(await isUnreachable(second.baseUrl)).toBe(true);
  expect(await isUnreachable(dynamodbEndpoint)).toBeUndefined();
});

it.each(foreignHeaders.slice(4, 5))('the gateway refuses a request with %s', async (_, buildHeaders) => {
  const url = new URL(`${fixture.baseUrl}/store`);
  const { status, body } = await requestWith(url.href, buildHeaders(url));
  expect(status).toBe(403);
  expect(JSON.parse(body)).toEqual({ error: { code: 'forbidden', message: expect.stringContaining(url.origin) } });
});
