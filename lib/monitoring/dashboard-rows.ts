import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
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
