import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Operation } from 'aws-cdk-lib/aws-dynamodb';
import { metrics } from '../../functions/model/metric.ts';
import type { AlarmLine } from './alarm.ts';
import { period, sumOf, tableMetric, type Watched } from './metrics.ts';

/** Every way in which the service reads and writes. */
const operations = [
  Operation.GET_ITEM,
  Operation.BATCH_GET_ITEM,
  Operation.QUERY,
  Operation.PUT_ITEM,
  Operation.UPDATE_ITEM,
  Operation.DELETE_ITEM,
  Operation.BATCH_WRITE_ITEM,
  Operation.TRANSACT_WRITE_ITEMS,
];

/** The SDK tries again by itself, so a few in five minutes reach nobody. */
const retriedMax = 10;

/** The table and its key. */
export const dataAlarms = (watched: Watched): AlarmLine[] => [
  {
    id: 'TableSystemErrors',
    section: 'Table errors',
    means: 'DynamoDB failed requests to the table by itself.',
    doFirst: "look at AWS's health page for DynamoDB in this region; nothing here can repair it.",
    metric: sumOf(
      operations.map((operation) => tableMetric(watched, 'SystemErrors', { Operation: operation })),
      'failed requests',
    ),
    above: retriedMax,
  },
  {
    id: 'TableThrottles',
    section: 'Table throttled',
    means: 'DynamoDB throttled reads or writes: one partition is hot, or the table grows faster than it can.',
    doFirst: 'see on the dashboard whether reads or writes are throttled, and in the logs for which workspace.',
    metric: sumOf(throttleEvents(watched), 'throttled reads and writes'),
    above: retriedMax,
  },
  {
    id: 'KmsFailures',
    section: 'Key failures',
    means: 'A key of KMS could not be used; without it neither the table nor the queues nor the secrets can be read.',
    doFirst:
      "check that the key of the data stack is enabled, and that nobody changed its policy or a function's role.",
    metric: new Metric({
      namespace: watched.metricsNamespace,
      metricName: metrics.kmsFailures.name,
      statistic: 'Sum',
      period,
    }),
    above: 0,
  },
];

/** An index throttles writes to the table, but counts them for itself. */
export const throttleEvents = (watched: Watched): Metric[] =>
  [{}, ...watched.data.indexNames.map((name) => ({ GlobalSecondaryIndexName: name }))].flatMap((dimensions) => [
    tableMetric(watched, 'ReadThrottleEvents', dimensions),
    tableMetric(watched, 'WriteThrottleEvents', dimensions),
  ]);
