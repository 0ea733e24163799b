import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Consumer } from '../../functions/consumers/consumers.ts';
import { metrics } from '../../functions/platform/log/metrics.ts';
import type { TableAccess } from '../functions/table-grants.ts';

export interface MonitoredService {
  /** API Gateway's metrics identify an API by name, not by id. */
  api: { name: string; stage: string };
  metricsNamespace: string;
  consumers: readonly Consumer[];
  /** The functions whose duration stands for that of all, by name. */
  sentinels: readonly (readonly [string, LambdaFunction])[];
  logs: { api: ILogGroup; background: ILogGroup };
  data: TableAccess & { backupVaultName?: string | undefined };
}

export const period = Duration.minutes(5);

export const gatewayMetric = ({ api }: MonitoredService, metricName: string, statistic: string): Metric =>
  new Metric({
    namespace: 'AWS/ApiGateway',
    metricName,
    dimensionsMap: { ApiName: api.name, Stage: api.stage },
    statistic,
    period,
  });

/** A metric that log lines count. */
export const ownMetric = (
  { metricsNamespace }: Pick<MonitoredService, 'metricsNamespace'>,
  metricName: (typeof metrics)[keyof typeof metrics],
): Metric => new Metric({ namespace: metricsNamespace, metricName, statistic: 'Sum', period });

export const tableMetric = (
  { data }: MonitoredService,
  metricName: string,
  dimensions: Readonly<Record<string, string>> = {},
): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    dimensionsMap: { TableName: data.table.tableName, ...dimensions },
    statistic: 'Sum',
    period,
    label: [metricName, ...Object.values(dimensions)].join(' '),
  });

/**
 * Missing values count as 0, because one of them would make the whole sum missing. Alarms on AWS/DynamoDB depend on it:
 * CloudWatch ignores their `treatMissingData`, so without a value they would stay in alarm.
 */
export const sumMetrics = (terms: readonly IMetric[], label: string, sumPeriod = period): MathExpression =>
  new MathExpression({
    expression: terms.map((_, index) => `FILL(m${index}, 0)`).join(' + '),
    usingMetrics: Object.fromEntries(terms.map((term, index) => [`m${index}`, term])),
    label,
    period: sumPeriod,
  });

/**
 * The failed requests of a minute, unless all are of one workspace: no tenant alone decides on a release. Where one
 * workspace makes nearly all requests, it is the service: a twentieth of all requests counts as well. A canary gets a
 * tenth of the calls of the busiest functions.
 */
export const failuresOfMany = (
  service: Pick<MonitoredService, 'metricsNamespace'>,
  requests?: Metric,
): MathExpression => {
  const workspace = ownMetric(service, metrics.failingWorkspace);
  return new MathExpression({
    expression: `IF(FILL(highest, 0) > FILL(lowest, 0)${requests ? ' OR failures * 20 >= FILL(requests, 0)' : ''}, failures, 0)`,
    usingMetrics: {
      failures: ownMetric(service, metrics.failedRequests),
      highest: workspace.with({ statistic: 'Maximum' }),
      lowest: workspace.with({ statistic: 'Minimum' }),
      ...(requests && { requests }),
    },
    label: 'failed requests that may be those of a release',
    period: Duration.minutes(1),
  });
};

/** Reads the functions from the construct tree, so none can be missing. The keys are their names. */
export const collectFunctions = (scope: Construct): Map<string, LambdaFunction> =>
  new Map(
    scope.node
      .findAll()
      .filter((construct) => construct instanceof LambdaFunction)
      .map((construct) => [construct.node.scope?.node.id ?? construct.node.id, construct]),
  );

export const collectQueues = (scope: Construct): { work: Map<string, Queue>; deadLetter: Map<string, Queue> } => {
  const queues = scope.node.findAll().filter((queue) => queue instanceof Queue);
  const byName = (selection: Queue[]) => new Map(selection.map((queue) => [toConsumerName(queue), queue]));
  return {
    work: byName(queues.filter(({ deadLetterQueue }) => deadLetterQueue !== undefined)),
    deadLetter: byName(queues.filter(({ deadLetterQueue }) => deadLetterQueue === undefined)),
  };
};

/** `processInbound` for processInboundQueue/Queue and /DeadLetters, `discardedChanges` for itself. */
const toConsumerName = ({ node }: Queue): string =>
  node.id === 'Queue' || node.id === 'DeadLetters' ? (node.scope?.node.id.replace(/Queue$/, '') ?? node.id) : node.id;
