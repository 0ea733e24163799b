import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { AlarmLine } from './alarm.ts';
import { callsMetric, functionsIn, gatewayMetric, period, sumOf, type Watched } from './metrics.ts';

/** Of the requests, in per cent. */
const errorRateMax = 1;

/** With fewer requests in five minutes, a single failure would be a high rate. */
const requestsMin = 20;

/** A send waits for the channel, so seconds are nothing unusual for the slowest of a hundred. */
const latencyMsMax = 5_000;

/** An alarm takes ten metrics. */
const metricsMax = 10;

/** The alarm that ends a deployment as well. */
export const apiErrorsId = 'ApiErrors';

/** What callers notice. */
export const apiAlarms = (scope: Construct, watched: Watched): AlarmLine[] => [
  {
    id: apiErrorsId,
    section: 'API errors',
    means: `More than ${errorRateMax} % of all requests failed on our side.`,
    doFirst: 'see on the dashboard which operation fails, and read its log for level=error.',
    metric: errorRate(watched),
    above: errorRateMax,
  },
  {
    id: 'ApiLatency',
    section: 'API latency',
    means: `One request in a hundred takes longer than ${latencyMsMax / 1000} s.`,
    doFirst: 'see on the dashboard which operation is slow; if it is sendMessage, the channel is.',
    metric: gatewayMetric(watched, 'Latency', 'p99'),
    above: latencyMsMax,
    periods: { breaching: 3, of: 3 },
    needsManySamples: true,
  },
  ...throttleAlarms(scope),
];

/** The gateway counts what a channel refused as well, because its status is 502; that is no failure of ours. */
const errorRate = (watched: Watched): IMetric => {
  const asking = watched.endpoints.filter(({ errorCodes: failures }) => failures?.includes('platform_error'));
  const refused = asking.map(({ operationId }) => callsMetric(watched, operationId, 'channel_failed'));
  const failed = refused.length === 0 ? 'errors' : '(errors - refused)';
  return new MathExpression({
    expression: `IF(requests >= ${requestsMin}, 100 * ${failed} / requests, 0)`,
    usingMetrics: {
      errors: gatewayMetric(watched, '5XXError', 'Sum'),
      requests: gatewayMetric(watched, 'Count', 'Sum'),
      ...(refused.length === 0 ? {} : { refused: sumOf(refused, 'refused by the channel') }),
    },
    label: 'failed requests, %',
    period,
  });
};

/** An alarm cannot search for metrics, so the functions are watched in groups. */
const throttleAlarms = (scope: Construct): AlarmLine[] => {
  const throttles = [...functionsIn(scope).values()].map((each) => each.metricThrottles({ period }));
  const groups = Array.from({ length: Math.ceil(throttles.length / metricsMax) }, (_, place) =>
    throttles.slice(place * metricsMax, (place + 1) * metricsMax),
  );
  return groups.map((group, place) => ({
    id: `Throttles${place + 1}`,
    section: 'Throttled functions',
    means: 'Lambda refused to run functions, because the account runs as many at a time as it may.',
    doFirst: "look for what takes up the account's concurrency; the quota can be raised.",
    metric: sumOf(group, 'throttled calls'),
    above: 0,
    periods: { breaching: 2, of: 3 },
  }));
};
