import { join } from 'node:path';
import { Stack } from 'aws-cdk-lib';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import type { Consumer } from '../../functions/consumers/consumers.ts';
import { bucketEnvironment, bucketStatements } from '../functions/bucket-grants.ts';
import { BundledFunction } from '../functions/bundled-function.ts';
import { memoryMbOf } from '../functions/memory.ts';
import {
  getQueue,
  type Queues,
  queueEnvironment,
  sendGrantStatements,
  sendMessageStatements,
} from '../functions/queue-grants.ts';
import { type Secrets, secretEnvironment, secretStatements } from '../functions/secret-grants.ts';
import { type TableAccess, tableActions, tableStatements } from '../functions/table-grants.ts';
import type { Settings } from '../settings.ts';
import { buildEventSource } from './event-source.ts';
import { mailEnvironment, mailStatements } from './mail.ts';
import { WorkQueue } from './work-queue.ts';

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
  logGroup: LogGroup;
  metricsNamespace: string;
  bundleDir: string;
}

export const addConsumer = (scope: Construct, consumer: Consumer, context: ConsumerContext): void => {
  const { settings, data, queues, logGroup, metricsNamespace, bundleDir } = context;
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
      ...environment,
    },
    statements: [
      ...statements,
      ...(usesTable ? tableStatements(grants, data) : []),
      ...sendGrantStatements(grants, queues, data.key),
      ...secretStatements(grants, data.secrets, data.key),
      ...bucketStatements(grants, data.mediaBucket, data.key),
      ...mailStatements(scope, grants, settings),
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
