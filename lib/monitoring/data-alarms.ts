import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Operation } from 'aws-cdk-lib/aws-dynamodb';
import { metrics } from '../../functions/platform/metrics.ts';
import type { AlarmDefinition } from './alarm.ts';
import { type MonitoredService, period, sumMetrics, tableMetric } from './metrics.ts';

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
const retriedErrorsMax = 10;

/** The table and its key. */
export const dataAlarms = (service: MonitoredService): AlarmDefinition[] => [
  {
    id: 'TableSystemErrors',
    section: 'Table errors',
    meaning: 'DynamoDB failed requests to the table by itself.',
    firstStep: "look at AWS's health page for DynamoDB in this region; nothing here can repair it.",
    metric: sumMetrics(
      operations.map((operation) => tableMetric(service, 'SystemErrors', { Operation: operation })),
      'failed requests',
    ),
    threshold: retriedErrorsMax,
  },
  {
    id: 'TableThrottles',
    section: 'Table throttled',
    meaning: 'DynamoDB throttled reads or writes: one partition is hot, or the table grows faster than it can.',
    firstStep: 'see on the dashboard whether reads or writes are throttled, and in the logs for which workspace.',
    metric: sumMetrics(throttleMetrics(service), 'throttled reads and writes'),
    threshold: retriedErrorsMax,
  },
  {
    id: 'KmsFailures',
    section: 'KMS failures',
    meaning: 'A key of KMS could not be used; without it neither the table nor the queues nor the secrets can be read.',
    firstStep:
      "check that the key of the data stack is enabled, and that nobody changed its policy or a function's role.",
    metric: new Metric({
      namespace: service.metricsNamespace,
      metricName: metrics.kmsFailures.name,
      statistic: 'Sum',
      period,
    }),
    threshold: 0,
  },
];

/** An index throttles writes to the table, but counts them for itself. */
export const throttleMetrics = (service: MonitoredService): Metric[] =>
  [{}, ...service.data.indexNames.map((name) => ({ GlobalSecondaryIndexName: name }))].flatMap((dimensions) => [
    tableMetric(service, 'ReadThrottleEvents', dimensions),
    tableMetric(service, 'WriteThrottleEvents', dimensions),
  ]);
