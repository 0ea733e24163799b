import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { throttleMetrics } from './data-alarms.ts';
import {
  collectFunctions,
  collectQueues,
  gatewayMetric,
  type MonitoredService,
  period,
  tableMetric,
} from './metrics.ts';

/** Shows metrics, or a query over logs, which costs money only while the board is open. */
export type Graph = { title: string } & ({ metrics: IMetric[] } | { logGroup: ILogGroup; query: string[] });

export interface Row {
  title: string;
  graphs: Graph[];
}

export const serviceRows = (scope: Construct, service: MonitoredService): Row[] => [
  healthRow(service),
  ...callRows(scope, service),
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

const callRows = (scope: Construct, { consumers, logs }: MonitoredService): Row[] => {
  const background = new Set(consumers.map(({ name }) => name));
  const functions = [...collectFunctions(scope)];
  const isEndpoint = ([name]: readonly [string, unknown]): boolean => !background.has(name);
  return [
    {
      title: 'Calls by operation',
      graphs: [
        ...usageGraphs(functions.filter(isEndpoint)),
        countGraph('Failed on our side', logs.api, 'outcome = "failed"', 'operation'),
        countGraph('Refused by the channel', logs.api, 'outcome = "channel_failed"', 'operation'),
      ],
    },
    ...Object.entries(backgroundRows).map(([title, names]) => ({
      title,
      graphs: [
        ...usageGraphs(functions.filter(([name]) => names.includes(name))),
        countGraph(
          'Outcomes',
          logs.background,
          `operation in ${JSON.stringify(names)} and ispresent(outcome)`,
          'operation, outcome',
        ),
      ],
    })),
  ];
};

const backgroundRows: Readonly<Record<string, readonly string[]>> = {
  Webhooks: ['dispatchChanges', 'deliverWebhook'],
  Broadcasts: ['prepareBroadcast', 'sendBroadcast', 'checkBroadcast'],
  Messages: ['processInbound', 'copyMedia', 'checkMessage'],
  Search: ['indexWords'],
};

const usageGraphs = (functions: readonly (readonly [string, IFunction])[]): Graph[] => [
  { title: 'Calls', metrics: functions.map(([label, lambda]) => lambda.metricInvocations({ period, label })) },
  {
    title: 'p99, ms',
    metrics: functions.map(([label, lambda]) => lambda.metricDuration({ statistic: 'p99', period, label })),
  },
];

export const countGraph = (title: string, logGroup: ILogGroup, condition: string, groupedBy: string): Graph => ({
  title,
  logGroup,
  query: [`filter ${condition}`, `stats count() as calls by ${groupedBy}`, 'sort calls desc'],
});
