import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Consumer, consumers } from '../../functions/consumers.ts';
import { queueNames } from '../../functions/model/queue.ts';
import { environments } from '../../lib/settings.ts';
import { fixtureEndpoints } from './fixture/endpoints.ts';
import { type DeployedFunction, functionsOf, rightsOf, type Statement } from './fixture/functions.ts';
import { stacksOf } from './fixture/stacks.ts';
import { readable, resourcesOf } from './fixture/template.ts';

const sender = {
  operationId: 'sendPing',
  method: 'POST',
  path: '/pings',
  access: 'public',
  grants: ['send:cleanSegment'],
  entry: 'none',
} as const;
const stacks = stacksOf('production', [...fixtureEndpoints, sender], consumers);
const { service, data } = stacks;

const propertiesOf = (type: string): (Record<string, unknown> & { id: string })[] =>
  resourcesOf(service, type).map(({ id, Properties }) => ({
    id,
    ...z.record(z.string(), z.unknown()).parse(readable(Properties, data)),
  }));

/** A queue's logical id: its path in the tree of constructs, and a hash. */
const queueIdOf = (path: string): string => {
  const ids = resourcesOf(service, 'AWS::SQS::Queue').map(({ id }) => id);
  return ids.find((id) => new RegExp(`^${path}[0-9A-F]{8}$`).test(id)) ?? `no queue ${path}`;
};
const queueId = (queue: string) => queueIdOf(`${queue}Queue`);
const deadLettersId = (queue: string) => queueIdOf(`${queue}QueueDeadLetters`);
const givenUpId = (consumer: string) => queueIdOf(`${consumer}GivenUp`);

const functionOf = (name: string): DeployedFunction => {
  const found = functionsOf(stacks).find(({ id }) => id.startsWith(`${name}Function`));
  if (!found) throw new Error(`There is no function ${name}.`);
  return found;
};

/** A function's rights one by one, because the order and grouping of statements mean nothing; logs are left out. */
const rightsOfFunction = (name: string): string[] =>
  rightsOf(stacks, functionOf(name))
    .flatMap(({ Action, Resource, Condition }: Statement) =>
      Action.flatMap((action) => Resource.map((resource) => right(action, resource, viaOf(Condition)))),
    )
    .filter((each) => !each.startsWith('logs:'))
    .sort();

const viaOf = (condition: Statement['Condition']): string | undefined =>
  condition?.['StringEquals']?.['kms:ViaService']?.join().replace('.<AWS::Region>.<AWS::URLSuffix>', '');

const right = (action: string, resource: string, via?: string): string =>
  `${action} on ${resource}${via === undefined ? '' : ` via ${via}`}`;

const key = '<TableKeyF581D96F.Arn>';
const all = (actions: string[], resource: string, via?: string) => actions.map((each) => right(each, resource, via));
const send = (queue: string): string[] => [
  right('sqs:SendMessage', `<${queue}.Arn>`),
  ...all(['kms:Decrypt', 'kms:GenerateDataKey'], key, 'sqs'),
];
const keyForTable = ['Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey', 'ReEncryptFrom', 'ReEncryptTo'];
const sorted = (rights: string[]): string[] => [...new Set(rights)].sort();

describe('a consumer', () => {
  it.each(consumers.map((consumer) => [consumer.name, consumer] as const))(
    '%s runs its own bundle with the time-out of its line',
    (name, { timeoutSeconds }) => {
      expect(functionOf(name)).toMatchObject({ Runtime: 'nodejs24.x', Timeout: timeoutSeconds });
    },
  );

  it('of a queue may receive from it, and do what its line says', () => {
    const queue = queueId('cleanSegment');
    expect(rightsOfFunction('cleanSegment')).toEqual(
      sorted([
        ...all(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], `<${queue}.Arn>`),
        ...all(['dynamodb:Query', 'dynamodb:BatchWriteItem'], '<TableCD117FA1.Arn>'),
        ...keyForTable.map((action) => right(`kms:${action}`, key, 'dynamodb')),
        ...send(queue),
      ]),
    );
  });

  it('of the stream may read it, tell of what was given up, and do what its line says', () => {
    const reading = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
    expect(rightsOfFunction('fanOut')).toEqual(
      sorted([
        ...reading.map((action) => right(`dynamodb:${action}`, '<TableCD117FA1.StreamArn>')),
        ...all(['kms:Decrypt', 'kms:DescribeKey'], key, 'dynamodb'),
        ...send(givenUpId('fanOut')),
        ...all(['dynamodb:Query'], '<TableCD117FA1.Arn>'),
        ...keyForTable.map((action) => right(`kms:${action}`, key, 'dynamodb')),
        ...send(queueId('cleanSegment')),
        ...send(queueId('deliverWebhook')),
      ]),
    );
  });

  it('finds the table and the queues that it may use in its environment, and nothing else', () => {
    const { logLevel } = environments['production'] ?? {};
    const CLEAN_SEGMENT_QUEUE_URL = `<${queueId('cleanSegment')}>`;
    expect(functionOf('fanOut').Environment.Variables).toEqual({
      LOG_LEVEL: logLevel,
      TABLE_NAME: '<TableCD117FA1>',
      CLEAN_SEGMENT_QUEUE_URL,
      DELIVER_WEBHOOK_QUEUE_URL: `<${queueId('deliverWebhook')}>`,
      GIVEN_UP_QUEUE_URL: `<${givenUpId('fanOut')}>`,
    });
    expect(functionOf('cleanSegment').Environment.Variables).toEqual({
      LOG_LEVEL: logLevel,
      TABLE_NAME: '<TableCD117FA1>',
      CLEAN_SEGMENT_QUEUE_URL,
    });
  });

  it('that hands over to itself is not stopped as a loop; the others are', () => {
    const loops = propertiesOf('AWS::Lambda::Function').filter(({ RecursiveLoop }) => RecursiveLoop === 'Allow');
    const selfFed = consumers.filter(
      ({ source, grants }) => 'queue' in source && grants.includes(`send:${source.queue}`),
    );
    expect(loops.map(({ id }) => id).sort()).toEqual(selfFed.map(({ name }) => functionOf(name).id).sort());
    expect(selfFed.map(({ name }) => name)).toContain('cleanSegment');
  });
});

describe('an endpoint', () => {
  it('may send to the queues that its contract names, and is told where they are', () => {
    expect(rightsOfFunction('sendPing')).toEqual(sorted(send(queueId('cleanSegment'))));
    expect(functionOf('sendPing').Environment.Variables).toMatchObject({
      CLEAN_SEGMENT_QUEUE_URL: `<${queueId('cleanSegment')}>`,
    });
  });
});

describe('the source of a consumer', () => {
  const mappings = propertiesOf('AWS::Lambda::EventSourceMapping');
  const mappingOf = (name: string) => mappings.find(({ FunctionName }) => FunctionName === `<${functionOf(name).id}>`);

  it('exists for each consumer, and no other does', () => {
    expect(mappings).toHaveLength(consumers.length);
    for (const { name } of consumers) expect(mappingOf(name)).toBeDefined();
  });

  it('that is a queue brings back the messages that failed, and only those', () => {
    expect(mappingOf('cleanSegment')).toMatchObject({
      EventSourceArn: `<${queueId('cleanSegment')}.Arn>`,
      BatchSize: 1,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 5 },
    });
  });

  it('that is the stream starts at its oldest change, isolates what fails and gives it up in the end', () => {
    expect(mappingOf('fanOut')).toMatchObject({
      EventSourceArn: '<TableCD117FA1.StreamArn>',
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 100,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 1_000,
      DestinationConfig: { OnFailure: { Destination: `<${givenUpId('fanOut')}.Arn>` } },
    });
  });

  it('that is the stream wakes the function only for the changes that its line names', () => {
    const { source } = consumers.find(({ name }) => name === 'fanOut') ?? {};
    const patterns = source && 'changes' in source ? source.changes : [];
    // More than five need a word with AWS.
    expect(patterns.length).toBeLessThanOrEqual(5);
    expect(mappingOf('fanOut')?.['FilterCriteria']).toEqual({
      Filters: patterns.map((pattern) => ({ Pattern: JSON.stringify(pattern) })),
    });
  });
});

describe('a queue', () => {
  const queues = propertiesOf('AWS::SQS::Queue');
  const queueOf = (id: string) => queues.find((queue) => queue.id === id);

  it.each(queueNames)('%s has exactly one consumer', (name) => {
    const reads = ({ source }: Consumer) => 'queue' in source && source.queue === name;
    expect(consumers.filter(reads)).toHaveLength(1);
  });

  it('hides a message for six times as long as its consumer may take, and gives up after five tries', () => {
    expect(queueOf(queueId('cleanSegment'))).toMatchObject({
      VisibilityTimeout: 360,
      RedrivePolicy: { deadLetterTargetArn: `<${deadLettersId('cleanSegment')}.Arn>`, maxReceiveCount: 5 },
    });
  });

  it('of what could not be dealt with keeps it for two weeks', () => {
    for (const id of [deadLettersId('cleanSegment'), givenUpId('fanOut')]) {
      expect(queueOf(id)).toMatchObject({ MessageRetentionPeriod: 14 * 24 * 60 * 60 });
    }
  });

  it('is encrypted with our own key and refuses anyone without TLS', () => {
    const policies = propertiesOf('AWS::SQS::QueuePolicy');
    for (const { id, KmsMasterKeyId } of queues) {
      expect(KmsMasterKeyId).toBe(key);
      expect(policies).toContainEqual({
        id: expect.any(String),
        Queues: [`<${id}>`],
        PolicyDocument: {
          Version: '2012-10-17',
          Statement: [
            {
              Effect: 'Deny',
              Principal: { AWS: '*' },
              Action: 'sqs:*',
              Resource: `<${id}.Arn>`,
              Condition: { Bool: { 'aws:SecureTransport': 'false' } },
            },
          ],
        },
      });
    }
  });
});
