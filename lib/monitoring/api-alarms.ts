import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { AlarmDefinition } from './alarm.ts';
import { callsMetric, collectFunctions, gatewayMetric, type MonitoredService, period, sumMetrics } from './metrics.ts';

/** Of the requests, in per cent. */
const errorRateMax = 1;

/** With fewer requests in five minutes, a single failure would be a high rate. */
const requestsMin = 20;

/** A send waits for the channel, so seconds are nothing unusual for the slowest of a hundred. */
const latencyMsMax = 5_000;

/** An alarm takes ten metrics. */
const metricsMax = 10;

/** The alarm that ends a deployment as well. */
export const apiErrorsAlarmId = 'ApiErrors';

/** What callers notice. */
export const apiAlarms = (scope: Construct, service: MonitoredService): AlarmDefinition[] => [
  {
    id: apiErrorsAlarmId,
    section: 'API errors',
    meaning: `More than ${errorRateMax} % of all requests failed on our side.`,
    firstStep: 'see on the dashboard which operation fails, and read its log for level=error.',
    metric: errorRate(service),
    threshold: errorRateMax,
  },
  {
    id: 'ApiLatency',
    section: 'API latency',
    meaning: `One request in a hundred takes longer than ${latencyMsMax / 1000} s.`,
    firstStep: 'see on the dashboard which operation is slow; if it is sendMessage, the channel is.',
    metric: gatewayMetric(service, 'Latency', 'p99'),
    threshold: latencyMsMax,
    periods: { breaching: 3, of: 3 },
    needsManySamples: true,
  },
  ...throttleAlarms(scope),
];

/** The gateway counts what a channel refused as well, because its status is 502; that is no failure of ours. */
const errorRate = (service: MonitoredService): IMetric => {
  const channelEndpoints = service.endpoints.filter(({ errorCodes: failures }) => failures?.includes('platform_error'));
  const refused = channelEndpoints.map(({ name }) => callsMetric(service, name, 'channel_failed'));
  const failedExpression = refused.length === 0 ? 'errors' : '(errors - refused)';
  return new MathExpression({
    expression: `IF(requests >= ${requestsMin}, 100 * ${failedExpression} / requests, 0)`,
    usingMetrics: {
      errors: gatewayMetric(service, '5XXError', 'Sum'),
      requests: gatewayMetric(service, 'Count', 'Sum'),
      ...(refused.length === 0 ? {} : { refused: sumMetrics(refused, 'refused by the channel') }),
    },
    label: 'failed requests, %',
    period,
  });
};

/** An alarm cannot search for metrics, so the functions are watched in groups. */
const throttleAlarms = (scope: Construct): AlarmDefinition[] => {
  const throttles = [...collectFunctions(scope).values()].map((lambda) => lambda.metricThrottles({ period }));
  const groups = Array.from({ length: Math.ceil(throttles.length / metricsMax) }, (_, index) =>
    throttles.slice(index * metricsMax, (index + 1) * metricsMax),
  );
  return groups.map((group, index) => ({
    id: `Throttles${index + 1}`,
    section: 'Throttled functions',
    meaning: 'Lambda refused to run functions, because the account runs as many at a time as it may.',
    firstStep: "look for what takes up the account's concurrency; the quota can be raised.",
    metric: sumMetrics(group, 'throttled calls'),
    threshold: 0,
    periods: { breaching: 2, of: 3 },
  }));
};
