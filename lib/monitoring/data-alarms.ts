import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Operation } from 'aws-cdk-lib/aws-dynamodb';
import { metrics } from '../../functions/platform/log/metrics.ts';
import type { AlarmDefinition } from './alarm.ts';
import { type MonitoredService, ownMetric, period, sumMetrics, tableMetric } from './metrics.ts';

/** Every authenticated call updates its key, every list queries, every change is a transaction. */
const watchedOperations = [Operation.UPDATE_ITEM, Operation.QUERY, Operation.TRANSACT_WRITE_ITEMS];

/** The SDK retries, so callers do not notice a few errors in five minutes. */
const retriedErrorsMax = 10;

export const dataAlarms = (service: MonitoredService): AlarmDefinition[] => [
  {
    id: 'TableSystemErrors',
    section: 'Table errors',
    meaning: 'DynamoDB returned internal errors for requests to the table.',
    firstStep: 'check the AWS Health Dashboard for DynamoDB in this region; only AWS can fix it.',
    metric: sumMetrics(
      watchedOperations.map((operation) => tableMetric(service, 'SystemErrors', { Operation: operation })),
      'failed requests',
    ),
    threshold: retriedErrorsMax,
  },
  {
    id: 'TableThrottles',
    section: 'Table throttled',
    meaning:
      'DynamoDB throttled reads or writes: one partition is hot, or traffic grew faster than the table can scale.',
    firstStep:
      'check on the CloudWatch board whether reads or writes are throttled, and in the logs for which workspace.',
    metric: sumMetrics(throttleMetrics(service), 'throttled reads and writes'),
    threshold: retriedErrorsMax,
  },
  {
    id: 'KmsFailures',
    section: 'KMS failures',
    meaning: 'A KMS key could not be used. Without it, the table, the queues and the secrets are unreadable.',
    firstStep: "check that the data stack's key is enabled, and that its policy and the function roles are unchanged.",
    metric: ownMetric(service, metrics.kmsFailures),
    threshold: 0,
  },
  ...backupAlarms(service.data),
];

/** AWS Backup publishes the metrics of a vault. */
const backupAlarms = ({ backupVaultName }: MonitoredService['data']): AlarmDefinition[] => {
  if (backupVaultName === undefined) return [];
  const names = ['NumberOfBackupJobsFailed', 'NumberOfBackupJobsAborted', 'NumberOfCopyJobsFailed'];
  const toMetric = (metricName: string): Metric =>
    new Metric({
      namespace: 'AWS/Backup',
      metricName,
      dimensionsMap: { BackupVaultName: backupVaultName },
      statistic: 'Sum',
      period,
    });
  return [
    {
      id: 'BackupFailures',
      section: 'Backup failed',
      meaning: 'A weekly or monthly copy of the table was not made, or not copied to the second region.',
      firstStep: 'read the status message of the job on the AWS Backup console.',
      metric: sumMetrics(names.map(toMetric), 'jobs'),
      threshold: 0,
    },
  ];
};

/** A throttled index also throttles writes to the table, but has its own metric. */
export const throttleMetrics = (service: MonitoredService): Metric[] =>
  [{}, ...service.data.indexNames.map((name) => ({ GlobalSecondaryIndexName: name }))].flatMap((dimensions) => [
    tableMetric(service, 'ReadThrottleEvents', dimensions),
    tableMetric(service, 'WriteThrottleEvents', dimensions),
  ]);
