import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { metrics } from '../../functions/model/metric.ts';
import type { Row } from './dashboard-rows.ts';
import { period, type Watched } from './metrics.ts';

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
