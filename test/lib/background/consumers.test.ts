import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Consumer, consumers } from '../../../functions/consumers/consumers.ts';
import { queueNames } from '../../../functions/model/queue.ts';
import { getSettings } from '../../../lib/settings.ts';
import { fixtureEndpoints } from '../fixture/endpoints.ts';
import { expectedVariables } from '../fixture/expected-rights.ts';
import { type DeployedFunction, listFunctions } from '../fixture/functions.ts';
import { synthesizeStacks } from '../fixture/stacks.ts';
import { findResources, resolveReferences } from '../fixture/template.ts';

const sender = {
  name: 'sendPing',
  method: 'POST',
  path: '/pings',
  access: 'public',
  grants: ['send:deleteSegmentMembers'],
  entry: 'none',
} as const;
const stacks = synthesizeStacks('production', [...fixtureEndpoints, sender], consumers);
const { service, data } = stacks;

const propertiesOf = (type: string): (Record<string, unknown> & { id: string })[] =>
  findResources(service, type).map(({ id, Properties }) => ({
    id,
    ...z.record(z.string(), z.unknown()).parse(resolveReferences(Properties, data)),
  }));

/** A queue's logical id: its path in the tree of constructs, and a hash. */
const queueIdOf = (path: string): string => {
  const ids = findResources(service, 'AWS::SQS::Queue').map(({ id }) => id);
  return ids.find((id) => new RegExp(`^${path}[0-9A-F]{8}$`).test(id)) ?? `no queue ${path}`;
};
const queueId = (queue: string) => queueIdOf(`${queue}Queue`);
const deadLettersId = (queue: string) => queueIdOf(`${queue}QueueDeadLetters`);
const discardedChangesId = () => queueIdOf('discardedChanges');

const functionOf = (name: string): DeployedFunction => {
  const found = listFunctions(stacks).find(({ id }) => id.startsWith(`${name}Function`));
  if (!found) throw new Error(`There is no function ${name}.`);
  return found;
};

const key = '<TableKeyF581D96F.Arn>';

describe('a consumer', () => {
  it.each(consumers.map((consumer) => [consumer.name, consumer] as const))(
    '%s runs its own bundle with the time-out of its line',
    (name, { timeoutSeconds }) => {
      expect(functionOf(name)).toMatchObject({ Runtime: 'nodejs24.x', Timeout: timeoutSeconds });
    },
  );

  it.each(consumers.map((consumer) => [consumer.name, consumer] as const))(
    '%s finds the table, the queues and the secrets that it may use in its environment, and nothing else',
    (name, { source, grants }) => {
      expect(functionOf(name).Environment.Variables).toEqual({
        LOG_LEVEL: getSettings('production').logLevel,
        METRICS_NAMESPACE: 'Switchboard/production',
        TABLE_NAME: '<TableCD117FA1>',
        ...expectedVariables(stacks, grants),
        ...('queue' in source ? {} : { DISCARDED_CHANGES_QUEUE_URL: `<${discardedChangesId()}>` }),
      });
    },
  );

  it('that hands over to itself is not stopped as a loop; the others are', () => {
    const loops = propertiesOf('AWS::Lambda::Function').filter(({ RecursiveLoop }) => RecursiveLoop === 'Allow');
    const selfFed = consumers.filter(
      ({ source, grants }) => 'queue' in source && grants.includes(`send:${source.queue}`),
    );
    expect(loops.map(({ id }) => id).sort()).toEqual(selfFed.map(({ name }) => functionOf(name).id).sort());
    expect(selfFed.map(({ name }) => name)).toContain('deleteSegmentMembers');
  });
});

describe('an endpoint', () => {
  it('that may send to a queue is told where it is', () => {
    expect(functionOf('sendPing').Environment.Variables).toMatchObject({
      DELETE_SEGMENT_MEMBERS_QUEUE_URL: `<${queueId('deleteSegmentMembers')}>`,
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
    expect(mappingOf('deleteSegmentMembers')).toMatchObject({
      EventSourceArn: `<${queueId('deleteSegmentMembers')}.Arn>`,
      BatchSize: 1,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 5 },
    });
  });

  it('that is the stream starts at its oldest change, isolates what fails and gives it up in the end', () => {
    expect(mappingOf('dispatchChanges')).toMatchObject({
      EventSourceArn: '<TableCD117FA1.StreamArn>',
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 100,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 1_000,
      DestinationConfig: { OnFailure: { Destination: `<${discardedChangesId()}.Arn>` } },
    });
  });

  it('that is the stream wakes the function only for the changes that its line names', () => {
    const { source } = consumers.find(({ name }) => name === 'dispatchChanges') ?? {};
    const patterns = source && 'changes' in source ? source.changes : [];
    expect(mappingOf('dispatchChanges')?.['FilterCriteria']).toEqual({
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
    expect(queueOf(queueId('deleteSegmentMembers'))).toMatchObject({
      VisibilityTimeout: 360,
      RedrivePolicy: { deadLetterTargetArn: `<${deadLettersId('deleteSegmentMembers')}.Arn>`, maxReceiveCount: 5 },
    });
  });

  it('of what could not be dealt with keeps it for two weeks', () => {
    for (const id of [deadLettersId('deleteSegmentMembers'), discardedChangesId()]) {
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
