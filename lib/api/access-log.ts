import { AccessLogFormat, LogGroupLogDestination, type StageOptions } from 'aws-cdk-lib/aws-apigateway';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { metrics } from '../../functions/platform/log/metrics.ts';
import type { Settings } from '../settings.ts';

/**
 * The id is the X-Request-Id of every answer that the gateway or the firewall makes; the type of an answer that a
 * function makes is "-". The line is short because every request has one.
 */
const accessLogFormat = '$context.extendedRequestId $context.status $context.error.responseType';

/**
 * Crashes, timeouts and a gateway that cannot call its function. A throttled request is no failure. They count in the
 * same metric as the failures that functions report, because CloudWatch bills each metric, and once more in an alarm.
 */
const failurePattern = '[id, status = 5*, type != "-" && type != "THROTTLED" && type != "QUOTA_EXCEEDED"]';

export const addAccessLog = (
  scope: Construct,
  metricNamespace: string,
  { logRetention: retention, removalPolicy }: Settings,
): Pick<StageOptions, 'accessLogDestination' | 'accessLogFormat'> => {
  const logGroup = new LogGroup(scope, 'AccessLog', { retention, removalPolicy });
  new MetricFilter(scope, 'GatewayFailures', {
    logGroup,
    filterPattern: FilterPattern.literal(failurePattern),
    metricNamespace,
    metricName: metrics.failedRequests,
    metricValue: '1',
  });
  return {
    accessLogDestination: new LogGroupLogDestination(logGroup),
    accessLogFormat: AccessLogFormat.custom(accessLogFormat),
  };
};
