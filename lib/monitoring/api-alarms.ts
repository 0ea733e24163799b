import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { metrics } from '../../functions/platform/log/metrics.ts';
import type { Settings } from '../settings.ts';
import { type AlarmDefinition, latencyAlarm } from './alarm.ts';
import { failuresOfMany, gatewayMetric, type MonitoredService, ownMetric, period } from './metrics.ts';

/** It counts failures: a rate means little for a canary, which gets a small share of the requests. */
const failuresPerMinuteMax = 2;

/** The alarm that rolls back a release. */
export const releaseErrorsAlarmId = 'ReleaseErrors';

export const apiAlarms = (service: MonitoredService, monitoring: Settings['monitoring']): AlarmDefinition[] => [
  {
    id: 'ApiErrors',
    section: 'API errors',
    meaning: `At least ${failuresPerMinuteMax + 1} requests failed on our side within a minute.`,
    firstStep: 'find the failing operation with the query for failures in docs/operations.md, "Logs and metrics".',
    metric: ownMetric(service, metrics.failedRequests).with({ period: Duration.minutes(1) }),
    threshold: failuresPerMinuteMax,
    isEssential: true,
  },
  {
    id: releaseErrorsAlarmId,
    section: 'API errors',
    meaning:
      monitoring === 'full'
        ? `At least ${failuresPerMinuteMax + 1} requests, of several workspaces or a twentieth of all, failed on our side within a minute.`
        : `At least ${failuresPerMinuteMax + 1} requests failed on our side within a minute.`,
    firstStep: 'if a deployment is under way, wait for its rollback; otherwise go on as for API errors.',
    // Without full monitoring each failure counts, which saves the price of three metrics.
    metric:
      monitoring === 'full'
        ? failuresOfMany(service, gatewayMetric(service, 'Count', 'Sum'))
        : ownMetric(service, metrics.failedRequests).with({ period: Duration.minutes(1) }),
    threshold: failuresPerMinuteMax,
    isEssential: true,
  },
  ...service.sentinels.map(([name, lambda]) =>
    latencyAlarm(name, lambda, {
      section: 'API latency',
      firstStep:
        'see on the CloudWatch board which operations are slow; if only sendMessage is, the channel is the cause.',
    }),
  ),
  {
    id: 'Throttles',
    section: 'Throttled functions',
    meaning: 'Lambda throttled functions of this account and region: it or a function reached its concurrency limit.',
    firstStep: 'find the functions with the highest concurrency; raise the quota if the load is expected.',
    metric: throttles,
    threshold: 0,
    periods: { breaching: 2, of: 3 },
    isEssential: true,
  },
];

/** Watches all functions together, because they share one limit. A metric for each function would cost more. */
const throttles = new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: 'Sum', period });
