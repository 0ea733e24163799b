import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deadRuntime, makeLocalDir, readResult, runAdmin } from '../../support/admin.ts';
import { startAwsStub } from '../../support/network/aws-stub.ts';
import { count, peek, put, type Queues, startQueues } from './fixture/queues.ts';

let queues: Queues;
beforeEach(async () => {
  queues = await startQueues();
});
afterEach(() => queues.stop());

const queue = (...argv: string[]) => {
  const localDir = makeLocalDir({ ...deadRuntime, sqs_endpoint: queues.endpoint, queues: queues.urls });
  return runAdmin(['queue', ...argv], { env: { LOCAL_DIR: localDir } });
};
const work = () => queues.findUrl('deliverWebhookQueue0A1B2C3D');
const deadLetters = () => queues.findUrl('deliverWebhookQueueDeadLetters4E5F6071');

describe('queue list', () => {
  it('queue list counts waiting, in-flight, delayed and dead messages of every queue', async () => {
    await put(queues, work(), ['1', '2']);
    await put(queues, work(), ['3'], { DelaySeconds: 900 });
    await put(queues, deadLetters(), ['4']);
    await put(queues, queues.findUrl('discardedChanges0A1B2C3D'), ['5', '6']);
    const none = { waiting: 0, in_flight: 0, delayed: 0 };
    const rows = readResult<unknown[]>(await queue('list', '--json'));
    expect(rows).toHaveLength(3);
    expect(rows).toEqual(
      expect.arrayContaining([
        { name: 'runMaintenance', ...none, dead_letters: 0 },
        { name: 'deliverWebhook', ...none, waiting: 2, delayed: 1, dead_letters: 1 },
        { name: 'discardedChanges', waiting: null, in_flight: null, delayed: null, dead_letters: 2 },
      ]),
    );
    expect((await queue('list')).stdout).toMatch(/^name +waiting +in_flight +delayed +dead_letters$/m);
  });

  it('queue list says when the runtime file has no queues', async () => {
    const run = await runAdmin(['queue', 'list'], { env: { LOCAL_DIR: makeLocalDir(deadRuntime) } });
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining('does not list its queues') });
  });
});

describe('queue redrive', () => {
  it('queue redrive moves every dead letter back with its attributes and shows its progress', async () => {
    const bodies = Array.from({ length: 12 }, (_, index) => `{"n":${index}}`);
    const MessageAttributes = { kind: { DataType: 'String', StringValue: 'test' } };
    await put(queues, deadLetters(), bodies, { MessageAttributes });
    const run = await queue('redrive', 'deliverWebhook', '--json');
    expect(readResult(run)).toEqual({ queue: 'deliverWebhook', moved: 12 });
    expect(run.stderr).toContain('12 moved');
    expect(await count(queues, deadLetters())).toBe(0);
    const [first = [], second = []] = [await peek(queues, work()), await peek(queues, work())];
    expect([...first, ...second].map(({ Body }) => Body).sort()).toEqual(bodies.toSorted());
    expect(first[0]?.MessageAttributes).toMatchObject(MessageAttributes);
  });

  it('queue redrive moves at most --max messages', async () => {
    await put(queues, deadLetters(), ['1', '2', '3']);
    expect(readResult(await queue('redrive', 'deliverWebhook', '--max', '2', '--json'))).toMatchObject({ moved: 2 });
    expect([await count(queues, work()), await count(queues, deadLetters())]).toEqual([2, 1]);
  });

  it('queue redrive refuses discarded changes and says what to do instead', async () => {
    const url = queues.findUrl('discardedChanges0A1B2C3D');
    await put(queues, url, ['1']);
    const run = await queue('redrive', 'discardedChanges');
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining('docs/operations.md') });
    expect(run.stderr).toContain(url);
    expect(await count(queues, url)).toBe(1);
  });
});

const xml = (result: string, body: string) =>
  `<${result}Response><${result}Result>${body}</${result}Result></${result}Response>`;
const output = (name: string) => `<member><OutputKey>${name}</OutputKey><OutputValue>x</OutputValue></member>`;
const stack = `<Stacks><member><StackName>s</StackName><Outputs>${output('TableName')}${output('EncryptionSecretArn')}${output('ChannelEncryptionSecretArn')}</Outputs></member></Stacks>`;
const resource = ([id, url]: [string, string], type = 'AWS::SQS::Queue') =>
  `<member><LogicalResourceId>${id}</LogicalResourceId><PhysicalResourceId>${url}</PhysicalResourceId><ResourceType>${type}</ResourceType></member>`;

it('queue redrive with --env finds the queues on all pages of the stack resources', async () => {
  await put(queues, deadLetters(), ['1']);
  const all = Object.entries(queues.urls);
  const pages = [
    `<StackResourceSummaries>${resource(['fooQueue0A1B2C3D', 'role'], 'AWS::IAM::Role')}${all
      .slice(0, 2)
      .map((entry) => resource(entry))
      .join('')}</StackResourceSummaries><NextToken>2</NextToken>`,
    `<StackResourceSummaries>${all
      .slice(2)
      .map((entry) => resource(entry))
      .join('')}</StackResourceSummaries>`,
  ];
  const cloudFormation = await startAwsStub((body) => {
    const request = new URLSearchParams(body);
    const isList = request.get('Action') === 'ListStackResources';
    const page = pages[request.has('NextToken') ? 1 : 0] ?? '';
    return {
      status: 200,
      type: 'text/xml',
      body: isList ? xml('ListStackResources', page) : xml('DescribeStacks', stack),
    };
  });
  const localDir = makeLocalDir(deadRuntime);
  const run = await runAdmin(['queue', 'redrive', 'deliverWebhook', '--env', 'staging', '--json'], {
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
  expect(readResult(run)).toEqual({ queue: 'deliverWebhook', moved: 1 });
  expect(cloudFormation.bodies.filter((body) => body.includes('Switchboard-staging-service'))).toHaveLength(3);
});
