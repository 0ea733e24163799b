import { join } from 'node:path';
import { Duration, Stack } from 'aws-cdk-lib';
import type { EventApi } from 'aws-cdk-lib/aws-appsync';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  EventSourceMapping,
  type EventSourceMappingOptions,
  FilterCriteria,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { ChangePattern } from '../../functions/consumers/change-patterns.ts';
import type { Consumer } from '../../functions/consumers/consumers.ts';
import type { QueueName } from '../../functions/model/queue.ts';
import { queueUrlVariable } from '../../functions/platform/env.ts';
import { bucketEnvironment, bucketStatements } from '../functions/bucket-grants.ts';
import { BundledFunction } from '../functions/bundled-function.ts';
import { hintsEnvironment, hintsStatements } from '../functions/hints-grants.ts';
import { kmsStatements } from '../functions/kms-statements.ts';
import { memoryMbOf } from '../functions/memory.ts';
import { toParts } from '../functions/parts.ts';
import {
  getQueue,
  type Queues,
  queueEnvironment,
  receiveStatements,
  sendGrantStatements,
  sendMessageStatements,
} from '../functions/queue-grants.ts';
import { type Secrets, secretEnvironment, secretStatements } from '../functions/secret-grants.ts';
import { type TableAccess, tableActions, tableStatements } from '../functions/table-grants.ts';
import type { Settings } from '../settings.ts';
import { mailEnvironment, mailStatements } from './mail.ts';
import { createDeadLetterQueue, WorkQueue } from './work-queue.ts';

export const addQueues = (scope: Construct, consumers: readonly Consumer[], { key }: TableAccess): Queues =>
  new Map(
    consumers.flatMap(({ source, timeoutSeconds }) => {
      if (!('queue' in source)) return [];
      const { queue } = new WorkQueue(scope, `${source.queue}Queue`, { consumerTimeoutSeconds: timeoutSeconds, key });
      return [[source.queue, queue] as const];
    }),
  );

export interface ConsumerContext {
  settings: Settings;
  data: TableAccess & { secrets: Secrets; mediaBucket: IBucket };
  queues: Queues;
  eventApi: EventApi | undefined;
  logGroup: LogGroup;
  metricsNamespace: string;
  bundleDir: string;
}

export const addConsumer = (scope: Construct, consumer: Consumer, context: ConsumerContext): void => {
  const { settings, data, queues, eventApi, logGroup, metricsNamespace, bundleDir } = context;
  const { name, grants, timeoutSeconds, batchSize } = consumer;
  const usesTable = tableActions(grants).length > 0;
  const { mapping, statements, environment } = buildEventSource(scope, consumer, context);
  const bundledFunction = new BundledFunction(scope, name, {
    bundleDir: join(bundleDir, name),
    memoryMb: memoryMbOf(name, settings),
    timeoutSeconds,
    recursive: sendsToOwnQueue(consumer),
    environment: {
      ...(usesTable ? { TABLE_NAME: data.table.tableName } : {}),
      ...queueEnvironment(grants, queues),
      ...secretEnvironment(grants, data.secrets),
      ...bucketEnvironment(grants, data.mediaBucket, settings),
      ...mailEnvironment(scope, grants, settings),
      ...hintsEnvironment(grants, eventApi),
      ...environment,
    },
    statements: [
      ...statements,
      ...(usesTable ? tableStatements(grants, data) : []),
      ...sendGrantStatements(grants, queues, data.key),
      ...secretStatements(grants, data.secrets, data.key),
      ...bucketStatements(grants, data.mediaBucket, data.key),
      ...mailStatements(scope, grants, settings),
      ...hintsStatements(grants, eventApi),
    ],
    logGroup,
    metricsNamespace,
    settings,
  });
  new EventSourceMapping(bundledFunction, 'Source', {
    target: bundledFunction.function,
    batchSize,
    ...mapping,
  });
  addSchedule(bundledFunction, consumer, context);
};

/** The role, not the queue's policy, grants the rights: with a key of our own, the data stack would have to know it. */
const addSchedule = (scope: Construct, { source, schedule }: Consumer, { queues, data }: ConsumerContext): void => {
  if (!schedule || !('queue' in source)) return;
  const queue = getQueue(queues, source.queue);
  const statements = sendMessageStatements([queue], data.key);
  const { roleArn } = new Role(scope, 'ScheduleRole', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
    inlinePolicies: { Send: new PolicyDocument({ statements }) },
  });
  new CfnSchedule(scope, 'Schedule', {
    scheduleExpression: `rate(${schedule.everyMinutes} minutes)`,
    flexibleTimeWindow: { mode: 'OFF' },
    target: { arn: queue.queueArn, roleArn, input: JSON.stringify(schedule.job) },
  });
};

const sendsToOwnQueue = ({ source, grants }: Consumer): boolean =>
  'queue' in source && grants.includes(`send:${source.queue}`);

/** The event source mapping and the permissions that Lambda needs to poll it with the function's role. */
interface ConsumerEventSource {
  mapping: EventSourceMappingOptions;
  statements: PolicyStatement[];
  environment: Record<string, string>;
}

const buildEventSource = (
  scope: Construct,
  consumer: Consumer,
  { settings, data, queues }: { settings: Settings; data: TableAccess; queues: Queues },
): ConsumerEventSource => {
  const { source, concurrencyMax } = consumer;
  return 'queue' in source
    ? buildQueueSource(source.queue, settings.concurrency[source.queue] ?? concurrencyMax, data, queues)
    : buildStreamSource(scope, consumer, source.changes(toParts(settings)), data);
};

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
  { name, batchSeconds, shardWorkers = 10 }: Consumer,
  changes: readonly ChangePattern[],
  { table, key }: TableAccess,
): ConsumerEventSource => {
  const { tableStreamArn: streamArn } = table;
  if (streamArn === undefined) throw new Error(`The table has no stream for ${name}.`);
  const discardedChangesQueue = findDiscardedChanges(scope) ?? createDeadLetterQueue(scope, 'discardedChanges', key);
  return {
    mapping: {
      eventSourceArn: streamArn,
      filters: changes.map((pattern) => FilterCriteria.filter(pattern)),
      // LATEST would miss the changes made while the mapping is being created.
      startingPosition: StartingPosition.TRIM_HORIZON,
      maxRecordAge: recordAgeMax,
      bisectBatchOnError: true,
      // Changes of one item stay in order; the events of different items have none.
      parallelizationFactor: shardWorkers,
      ...(batchSeconds !== undefined && { maxBatchingWindow: Duration.seconds(batchSeconds) }),
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

/** All consumers of the stream share one. */
const findDiscardedChanges = (scope: Construct): Queue | undefined =>
  scope.node.tryFindChild('discardedChanges') as Queue | undefined;

/** Lambda requires all four when it creates the mapping, even ListStreams for a single stream. */
const streamActions = [
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:ListStreams',
];
