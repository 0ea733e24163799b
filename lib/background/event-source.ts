import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type EventSourceMappingOptions, FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { ChangePattern, Consumer } from '../../functions/consumers/consumers.ts';
import type { QueueName } from '../../functions/model/queue.ts';
import { queueUrlVariable } from '../../functions/platform/env.ts';
import { kmsStatement } from '../functions/kms-statement.ts';
import { getQueue, type Queues, receiveStatements, sendMessageStatements } from '../functions/queue-grants.ts';
import type { TableAccess } from '../functions/table-grants.ts';
import type { Settings } from '../settings.ts';
import { createDeadLetterQueue } from './work-queue.ts';

/** What feeds a function, and what Lambda may do in the function's name to feed it. */
export interface ConsumerEventSource {
  mapping: EventSourceMappingOptions;
  statements: PolicyStatement[];
  /** What the function has to know of it. */
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
      ...(concurrencyMax === undefined ? {} : { maxConcurrency: concurrencyMax }),
    },
    statements: receiveStatements(queue, key),
    environment: {},
  };
};

/**
 * A change that cannot be read is given up by the consumer itself, at once. What fails here fails for an outage, which
 * may last hours; only a fault that outlasts all of these is given up, so that the changes after it get their turn.
 */
const streamRetriesMax = 1_000;

/**
 * A failed batch is halved until the change that fails is alone. What is given up leaves a note in a queue of its own;
 * the change itself stays in the stream for a day. The function puts there what it cannot read. From the oldest change on, because a mapping that starts at the
 * newest misses what happens while it is being made.
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
      startingPosition: StartingPosition.TRIM_HORIZON,
      retryAttempts: streamRetriesMax,
      bisectBatchOnError: true,
      onFailure: { bind: () => ({ destination: discardedChangesQueue.queueArn }) },
    },
    statements: [
      new PolicyStatement({ actions: streamActions, resources: [streamArn] }),
      kmsStatement(key, 'dynamodb', ['kms:Decrypt', 'kms:DescribeKey']),
      ...sendMessageStatements([discardedChangesQueue], key),
    ],
    environment: { [queueUrlVariable('discardedChanges')]: discardedChangesQueue.queueUrl },
  };
};

/** What Lambda checks for when the mapping is made, the last one included, though all are for this one stream. */
const streamActions = [
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:ListStreams',
];
