import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type EventSourceMappingOptions, FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { ChangePattern, Consumer } from '../../functions/consumers/consumers.ts';
import type { QueueName } from '../../functions/model/queue.ts';
import { queueUrlVariable } from '../../functions/platform/env.ts';
import { kmsStatements } from '../functions/kms-statements.ts';
import { getQueue, type Queues, receiveStatements, sendMessageStatements } from '../functions/queue-grants.ts';
import type { TableAccess } from '../functions/table-grants.ts';
import type { Settings } from '../settings.ts';
import { createDeadLetterQueue } from './work-queue.ts';

/** The event source mapping and the permissions that Lambda needs to poll it with the function's role. */
export interface ConsumerEventSource {
  mapping: EventSourceMappingOptions;
  statements: PolicyStatement[];
  environment: Record<string, string>;
}

export const buildEventSource = (
  scope: Construct,
  { name, source, concurrencyMax }: Consumer,
  { settings, data, queues }: { settings: Settings; data: TableAccess; queues: Queues },
): ConsumerEventSource =>
  'queue' in source
    ? buildQueueSource(source.queue, settings.concurrency[source.queue] ?? concurrencyMax, data, queues)
    : buildStreamSource(scope, name, source.changes, data);

const buildQueueSource = (
  name: QueueName,
  concurrencyMax: number | undefined,
  { key }: TableAccess,
  queues: Queues,
): ConsumerEventSource => {
  const queue = getQueue(queues, name);
  return {
    mapping: {
      eventSourceArn: queue.queueArn,
      reportBatchItemFailures: true,
      ...(concurrencyMax === undefined ? {} : { maxConcurrency: concurrencyMax }),
    },
    statements: receiveStatements(queue, key),
    environment: {},
  };
};

/**
 * Outlasts an outage of hours, and leaves an operator four hours to read a record before the stream drops it. The
 * consumer itself discards, earlier, records that it cannot parse and single records that keep failing.
 */
const recordAgeMax = Duration.hours(20);

/**
 * Lambda bisects a batch that throws until the failing record is alone. Item reports would prevent that: with them it
 * retries everything from the reported record on. The queue of discarded changes gets whole records from the function,
 * and Lambda's notes on records that it could not process at all for 20 hours.
 */
const buildStreamSource = (
  scope: Construct,
  name: string,
  changes: readonly ChangePattern[],
  { table, key }: TableAccess,
): ConsumerEventSource => {
  const { tableStreamArn: streamArn } = table;
  if (streamArn === undefined) throw new Error(`The table has no stream for ${name}.`);
  const discardedChangesQueue = createDeadLetterQueue(scope, 'discardedChanges', key);
  return {
    mapping: {
      eventSourceArn: streamArn,
      filters: changes.map((pattern) => FilterCriteria.filter(pattern)),
      // LATEST would miss the changes made while the mapping is being created.
      startingPosition: StartingPosition.TRIM_HORIZON,
      maxRecordAge: recordAgeMax,
      bisectBatchOnError: true,
      // Changes of one item stay in order; the events of different items have none.
      parallelizationFactor: 10,
      onFailure: { bind: () => ({ destination: discardedChangesQueue.queueArn }) },
    },
    statements: [
      new PolicyStatement({ actions: streamActions, resources: [streamArn] }),
      ...kmsStatements(key, 'dynamodb', ['kms:Decrypt', 'kms:DescribeKey']),
      ...sendMessageStatements([discardedChangesQueue], key),
    ],
    environment: { [queueUrlVariable('discardedChanges')]: discardedChangesQueue.queueUrl },
  };
};

/** Lambda requires all four when it creates the mapping, even ListStreams for a single stream. */
const streamActions = [
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:ListStreams',
];
