import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { AlarmDefinition } from './alarm.ts';
import { callsMetric, collectFunctions, gatewayMetric, type MonitoredService, period, sumMetrics } from './metrics.ts';

const errorPercentMax = 1;

/** With fewer requests in a period, a single failure would be a high rate. */
const requestsMin = 20;

/** A send waits for the channel, so a p99 of a few seconds is normal. */
const latencyMsMax = 5_000;

const metricsPerAlarmMax = 10;

export const apiErrorsAlarmId = 'ApiErrors';

export const apiAlarms = (scope: Construct, service: MonitoredService): AlarmDefinition[] => [
  {
    id: apiErrorsAlarmId,
    section: 'API errors',
    meaning: `More than ${errorPercentMax}% of requests failed on our side.`,
    firstStep: 'find the failing operation on the CloudWatch board and filter its log by level=error.',
    metric: errorPercent(service),
    threshold: errorPercentMax,
  },
  {
    id: 'ApiLatency',
    section: 'API latency',
    meaning: `The p99 latency of the API is above ${latencyMsMax / 1000} s.`,
    firstStep:
      'find the slow operation on the CloudWatch board; if only sendMessage is slow, the channel is the cause.',
    metric: gatewayMetric(service, 'Latency', 'p99'),
    threshold: latencyMsMax,
    periods: { breaching: 3, of: 3 },
    needsManySamples: true,
  },
  ...throttleAlarms(scope),
];

/** The gateway's 5xx count includes refusals by a channel (502), which are not our failures. */
const errorPercent = (service: MonitoredService): IMetric => {
  const channelEndpoints = service.endpoints.filter(({ errorCodes }) => errorCodes?.includes('platform_error'));
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

/** Alarms do not support metric search, so each one covers a group of functions. */
const throttleAlarms = (scope: Construct): AlarmDefinition[] => {
  const throttles = [...collectFunctions(scope).values()].map((lambda) => lambda.metricThrottles({ period }));
  const groups = Array.from({ length: Math.ceil(throttles.length / metricsPerAlarmMax) }, (_, index) =>
    throttles.slice(index * metricsPerAlarmMax, (index + 1) * metricsPerAlarmMax),
  );
  return groups.map((group, index) => ({
    id: `Throttles${index + 1}`,
    section: 'Throttled functions',
    meaning: 'Lambda throttled functions because the account reached its concurrency limit.',
    firstStep:
      'find the functions with the highest concurrency on the CloudWatch board; raise the quota if the load is expected.',
    metric: sumMetrics(group, 'throttled invocations'),
    threshold: 0,
    periods: { breaching: 2, of: 3 },
  }));
};
