import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { metrics } from '../../functions/platform/log/metrics.ts';
import { type AlarmDefinition, addAlarm, latencyAlarm } from '../monitoring/alarm.ts';
import { ownMetric, period, sumMetrics } from '../monitoring/metrics.ts';

interface MonitoredChat {
  api: HttpApi;
  functions: ReadonlyMap<string, IFunction>;
  metricsNamespace: string;
}

const failuresPerMinuteMax = 2;

/** Pages repeat what was refused, and a visitor notices only a message that waits. */
const refusalsMax = 50;

export const addChatMonitoring = (scope: Construct, chat: MonitoredChat, topic: ITopic): void => {
  for (const definition of [errorsAlarm(chat), refusalsAlarm(chat), ...latencyAlarms(chat)])
    addAlarm(scope, definition, topic);
};

const errorsAlarm = (chat: MonitoredChat): AlarmDefinition => ({
  id: 'ChatErrors',
  section: 'Web chat errors',
  meaning: `At least ${failuresPerMinuteMax + 1} requests of visitors failed on our side within a minute.`,
  firstStep: 'filter the logs of chatVisitor and chatSite by level=error.',
  metric: sumMetrics(
    [
      ownMetric(chat, metrics.failedRequests),
      ...[...chat.functions.values()].map((lambda) => lambda.metricErrors({ period })),
    ],
    'failed requests',
    Duration.minutes(1),
  ),
  threshold: failuresPerMinuteMax,
});

const refusalsAlarm = (chat: MonitoredChat): AlarmDefinition => ({
  id: 'ChatRefusals',
  section: 'Web chat refusals',
  meaning: `The gateway of the web chat refused more than ${refusalsMax} requests in five minutes with 429 or 503.`,
  firstStep:
    'see in the log of chatVisitor which site and address call so often; then raise webChat.reservedConcurrency.',
  metric: ownMetric(chat, metrics.refusedRequests),
  threshold: refusalsMax,
});

const latencyAlarms = ({ functions }: MonitoredChat): AlarmDefinition[] =>
  [...functions].map(([name, lambda]) =>
    latencyAlarm(name, lambda, {
      section: 'Web chat latency',
      firstStep: `find the slow operation in the log of ${name}.`,
    }),
  );
