import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { metrics } from '../../functions/model/metric.ts';
import { throttleEvents } from './data-alarms.ts';
import { functionsIn, period, queuesIn, tableMetric, type Watched } from './metrics.ts';

export interface Graph {
  title: string;
  metrics: IMetric[];
}

export interface Row {
  title: string;
  graphs: Graph[];
}

export const queueRow = (scope: Construct): Row => {
  const { work, last } = queuesIn(scope);
  const waiting = (queues: typeof work): IMetric[] =>
    [...queues].map(([label, queue]) =>
      queue.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period, label }),
    );
  return {
    title: 'Queues',
    graphs: [
      { title: 'Waiting', metrics: waiting(work) },
      {
        title: 'Oldest message, s',
        metrics: [...work].map(([label, queue]) =>
          queue.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum', period, label }),
        ),
      },
      { title: 'Dead letters and changes given up', metrics: waiting(last) },
    ],
  };
};

export const tableRow = (watched: Watched): Row => ({
  title: 'Table',
  graphs: [
    {
      title: 'Consumed units',
      metrics: ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'].map((each) => tableMetric(watched, each)),
    },
    { title: 'Throttled', metrics: throttleEvents(watched) },
  ],
});

/** Each of our functions by itself: a search would show all others of the account as well. */
export const functionRow = (scope: Construct): Row => {
  const functions = [...functionsIn(scope)];
  return {
    title: 'Functions',
    graphs: [
      {
        title: 'Running at a time',
        metrics: functions.map(([label, each]) =>
          each.metric('ConcurrentExecutions', { statistic: 'Maximum', period, label }),
        ),
      },
      { title: 'Throttled', metrics: functions.map(([label, each]) => each.metricThrottles({ period, label })) },
      { title: 'Crashed', metrics: functions.map(([label, each]) => each.metricErrors({ period, label })) },
    ],
  };
};

type OwnMetric = (typeof metrics)[keyof typeof metrics];

/** What the functions say of themselves: how often, how slow, how it ended. */
export const callRows = (watched: Watched): Row[] => [
  {
    title: 'Calls by operation',
    graphs: [
      { title: 'Calls', metrics: [search(watched, metrics.duration, '', 'SampleCount')] },
      { title: 'Failed by us', metrics: [search(watched, metrics.calls, ' outcome="failed"', 'Sum')] },
      {
        title: 'Refused by the channel',
        metrics: [search(watched, metrics.calls, ' outcome="channel_failed"', 'Sum')],
      },
      { title: 'p99, ms', metrics: [search(watched, metrics.duration, '', 'p99')] },
    ],
  },
];

/** How the work of these consumers ended, and how long it took. */
export const workRow = (watched: Watched, title: string, operations: readonly string[]): Row => {
  const chosen = ` operation=(${operations.map((each) => `"${each}"`).join(' OR ')})`;
  return {
    title,
    graphs: [
      { title: 'Outcomes', metrics: [search(watched, metrics.calls, chosen, 'Sum')] },
      { title: 'p99, ms', metrics: [search(watched, metrics.duration, chosen, 'p99')] },
    ],
  };
};

/** Finds the operations and outcomes by itself; they need not be listed here, and new ones show at once. */
const search = (
  { metricsNamespace }: Watched,
  { name, dimensions }: OwnMetric,
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
