import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localDirWith, resultOf, runAdmin, runtimeOf } from './fixture/admin.ts';
import { count, peek, put, type Queues, startQueues } from './fixture/queues.ts';
import { startReceiver } from './fixture/receiver.ts';

let queues: Queues;
let localDir: string;

beforeEach(async () => {
  queues = await startQueues();
  const runtime = runtimeOf({ endpoint: 'http://127.0.0.1:9', tableName: 'none' });
  localDir = localDirWith({ ...runtime, sqs_endpoint: queues.endpoint, queues: queues.urls });
});
afterEach(async () => {
  await queues.stop();
  rmSync(localDir, { recursive: true });
});

const queue = (...argv: string[]) => runAdmin(['queue', ...argv], { env: { LOCAL_DIR: localDir } });
const urlOf = (id: string): string => queues.urls[id] ?? `no queue ${id}`;
const work = () => urlOf('deliverWebhookQueue0A1B2C3D');
const deadLetters = () => urlOf('deliverWebhookQueueDeadLetters4E5F6071');

describe('queue list', () => {
  it('shows what waits, is worked on, comes later and is dead, of every queue', async () => {
    await put(queues, work(), ['1', '2']);
    await put(queues, work(), ['3'], { DelaySeconds: 900 });
    await put(queues, deadLetters(), ['4']);
    await put(queues, urlOf('discardedChanges0A1B2C3D'), ['5', '6']);
    const none = { waiting: 0, in_flight: 0, delayed: 0 };
    const rows = Object.values(resultOf(await queue('list', '--json')));
    expect(rows).toHaveLength(3);
    expect(rows).toEqual(
      expect.arrayContaining([
        { name: 'deleteSegmentMembers', ...none, dead_letters: 0 },
        { name: 'deliverWebhook', ...none, waiting: 2, delayed: 1, dead_letters: 1 },
        { name: 'discardedChanges', waiting: null, in_flight: null, delayed: null, dead_letters: 2 },
      ]),
    );
    expect((await queue('list')).stdout).toMatch(/^name +waiting +in_flight +delayed +dead_letters$/m);
  });

  it('says that a local service does not name its queues', async () => {
    const folder = localDirWith(runtimeOf({ endpoint: 'http://127.0.0.1:9', tableName: 'none' }));
    const outcome = await runAdmin(['queue', 'list'], { env: { LOCAL_DIR: folder } });
    rmSync(folder, { recursive: true });
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('does not name its queues') });
  });
});

describe('queue redrive', () => {
  it('puts every dead letter back, with its attributes, and says how many', async () => {
    const bodies = Array.from({ length: 12 }, (_, place) => `{"n":${place}}`);
    const MessageAttributes = { kind: { DataType: 'String', StringValue: 'test' } };
    await put(queues, deadLetters(), bodies, { MessageAttributes });
    const outcome = await queue('redrive', 'deliverWebhook', '--json');
    expect(resultOf(outcome)).toEqual({ queue: 'deliverWebhook', moved: 12 });
    expect(outcome.stderr).toContain('12 moved');
    expect(await count(queues, deadLetters())).toBe(0);
    const [first = [], second = []] = [await peek(queues, work()), await peek(queues, work())];
    expect([...first, ...second].map(({ Body }) => Body).sort()).toEqual(bodies.toSorted());
    expect(first[0]?.MessageAttributes).toMatchObject(MessageAttributes);
  });

  it('moves no more than it is told', async () => {
    await put(queues, deadLetters(), ['1', '2', '3']);
    expect(resultOf(await queue('redrive', 'deliverWebhook', '--max', '2', '--json'))).toMatchObject({ moved: 2 });
    expect([await count(queues, work()), await count(queues, deadLetters())]).toEqual([2, 1]);
  });

  it('has nothing to do where nothing is dead', async () => {
    expect(resultOf(await queue('redrive', 'deleteSegmentMembers', '--json'))).toEqual({
      queue: 'deleteSegmentMembers',
      moved: 0,
    });
  });

  it('refuses changes that were given up, and says what to do instead', async () => {
    const url = urlOf('discardedChanges0A1B2C3D');
    await put(queues, url, ['1']);
    const outcome = await queue('redrive', 'discardedChanges');
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('docs/operations.md') });
    expect(outcome.stderr).toContain(url);
    expect(await count(queues, url)).toBe(1);
  });

  it.each([
    [['nothing']],
    [['deliverWebhook', '--max', '0']],
    [['deliverWebhook', '--max', 'all']],
    [['deliverWebhook', '--max', '1.5']],
  ])('refuses %j', async (argv) => {
    expect(await queue('redrive', ...argv)).toMatchObject({ code: 2 });
  });
});

describe('a queue command for a deployed environment', () => {
  const xml = (result: string, body: string) =>
    `<${result}Response><${result}Result>${body}</${result}Result></${result}Response>`;
  const output = (name: string) => `<member><OutputKey>${name}</OutputKey><OutputValue>x</OutputValue></member>`;
  const stack = `<Stacks><member><StackName>s</StackName><Outputs>${output('TableName')}${output('EncryptionSecretArn')}</Outputs></member></Stacks>`;
  const resource = ([id, url]: [string, string], type = 'AWS::SQS::Queue') =>
    `<member><LogicalResourceId>${id}</LogicalResourceId><PhysicalResourceId>${url}</PhysicalResourceId><ResourceType>${type}</ResourceType></member>`;

  it('finds the queues through the stack, on whatever page they are', async () => {
    await put(queues, deadLetters(), ['1']);
    const all = Object.entries(queues.urls);
    const pages = [
      `<StackResourceSummaries>${resource(['fooQueue0A1B2C3D', 'role'], 'AWS::IAM::Role')}${all
        .slice(0, 2)
        .map((each) => resource(each))
        .join('')}</StackResourceSummaries><NextToken>2</NextToken>`,
      `<StackResourceSummaries>${all
        .slice(2)
        .map((each) => resource(each))
        .join('')}</StackResourceSummaries>`,
    ];
    const cloudFormation = await startReceiver((body) => {
      const request = new URLSearchParams(body);
      const isList = request.get('Action') === 'ListStackResources';
      const page = pages[request.has('NextToken') ? 1 : 0] ?? '';
      return {
        status: 200,
        type: 'text/xml',
        body: isList ? xml('ListStackResources', page) : xml('DescribeStacks', stack),
      };
    });
    const outcome = await runAdmin(['queue', 'redrive', 'deliverWebhook', '--env', 'staging', '--json'], {
      env: {
        LOCAL_DIR: localDir,
        HOME: localDir,
        AWS_REGION: 'eu-central-1',
        AWS_ACCESS_KEY_ID: 'test',
        AWS_SECRET_ACCESS_KEY: 'test',
        AWS_ENDPOINT_URL_CLOUDFORMATION: cloudFormation.url,
        AWS_ENDPOINT_URL_SQS: queues.endpoint,
      },
    });
    cloudFormation.stop();
    expect(resultOf(outcome)).toEqual({ queue: 'deliverWebhook', moved: 1 });
    expect(cloudFormation.bodies.filter((body) => body.includes('Switchboard-staging-service'))).toHaveLength(3);
  });
});
