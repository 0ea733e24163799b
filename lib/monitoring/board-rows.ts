import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { metrics } from '../../functions/platform/metrics.ts';
import { throttleMetrics } from './data-alarms.ts';
import {
  collectFunctions,
  collectQueues,
  gatewayMetric,
  type MonitoredService,
  period,
  tableMetric,
} from './metrics.ts';

export interface Graph {
  title: string;
  metrics: IMetric[];
}

export interface Row {
  title: string;
  graphs: Graph[];
}

export const serviceRows = (scope: Construct, service: MonitoredService): Row[] => [
  healthRow(service),
  ...callRows(service),
  consumerRow(service, 'Webhooks', ['dispatchChanges', 'deliverWebhook']),
  consumerRow(service, 'Broadcasts', ['prepareBroadcast', 'sendBroadcast', 'checkBroadcast']),
  consumerRow(service, 'Messages', ['processInbound', 'checkMessage']),
  queueRow(scope),
  tableRow(service),
  functionRow(collectFunctions(scope)),
];

const healthRow = (service: MonitoredService): Row => ({
  title: 'Health',
  graphs: [
    { title: 'Requests', metrics: [gatewayMetric(service, 'Count', 'Sum').with({ label: 'requests' })] },
    {
      title: 'Errors',
      metrics: [
        gatewayMetric(service, '5XXError', 'Sum').with({ label: '5xx, including channel refusals' }),
        gatewayMetric(service, '4XXError', 'Sum').with({ label: '4xx' }),
      ],
    },
    {
      title: 'Latency, ms',
      metrics: ['p50', 'p99'].map((statistic) =>
        gatewayMetric(service, 'Latency', statistic).with({ label: statistic }),
      ),
    },
  ],
});

const queueRow = (scope: Construct): Row => {
  const { work, deadLetter } = collectQueues(scope);
  const visibleMessages = (queues: typeof work): IMetric[] =>
    [...queues].map(([label, queue]) =>
      queue.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period, label }),
    );
  return {
    title: 'Queues',
    graphs: [
      { title: 'Messages waiting', metrics: visibleMessages(work) },
      {
        title: 'Oldest message, s',
        metrics: [...work].map(([label, queue]) =>
          queue.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum', period, label }),
        ),
      },
      { title: 'Dead letters and discarded stream records', metrics: visibleMessages(deadLetter) },
    ],
  };
};

const tableRow = (service: MonitoredService): Row => ({
  title: 'Table',
  graphs: [
    {
      title: 'Consumed units',
      metrics: ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'].map((metricName) =>
        tableMetric(service, metricName),
      ),
    },
    { title: 'Throttled', metrics: throttleMetrics(service) },
  ],
});

/** Lists the functions, because a metric search would also find every other function in the account. */
export const functionRow = (functionsByName: ReadonlyMap<string, IFunction>): Row => {
  const functions = [...functionsByName];
  return {
    title: 'Functions',
    graphs: [
      {
        title: 'Concurrent executions',
        metrics: functions.map(([label, lambda]) =>
          lambda.metric('ConcurrentExecutions', { statistic: 'Maximum', period, label }),
        ),
      },
      { title: 'Throttled', metrics: functions.map(([label, lambda]) => lambda.metricThrottles({ period, label })) },
      { title: 'Function errors', metrics: functions.map(([label, lambda]) => lambda.metricErrors({ period, label })) },
    ],
  };
};

type ServiceMetric = (typeof metrics)[keyof typeof metrics];

const callRows = (service: MonitoredService): Row[] => [
  {
    title: 'Calls by operation',
    graphs: [
      { title: 'Calls', metrics: [searchMetric(service, metrics.duration, '', 'SampleCount')] },
      { title: 'Failed on our side', metrics: [searchMetric(service, metrics.calls, ' outcome="failed"', 'Sum')] },
      {
        title: 'Refused by the channel',
        metrics: [searchMetric(service, metrics.calls, ' outcome="channel_failed"', 'Sum')],
      },
      { title: 'p99, ms', metrics: [searchMetric(service, metrics.duration, '', 'p99')] },
    ],
  },
];

const consumerRow = (service: MonitoredService, title: string, operations: readonly string[]): Row => {
  const operationFilter = ` operation=(${operations.map((operation) => `"${operation}"`).join(' OR ')})`;
  return {
    title,
    graphs: [
      { title: 'Outcomes', metrics: [searchMetric(service, metrics.calls, operationFilter, 'Sum')] },
      { title: 'p99, ms', metrics: [searchMetric(service, metrics.duration, operationFilter, 'p99')] },
    ],
  };
};

const searchMetric = (
  { metricsNamespace }: MonitoredService,
  { name, dimensions }: ServiceMetric,
  condition: string,
  statistic: string,
): IMetric => {
  const schema = [`"${metricsNamespace}"`, ...dimensions].join(',');
  return new MathExpression({
    expression: `SEARCH('{${schema}} MetricName="${name}"${condition}', '${statistic}', ${period.toSeconds()})`,
    usingMetrics: {},
    label: '',
    period,
  });
};
