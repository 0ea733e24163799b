import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type Alarm, type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { type AlarmDefinition, addAlarm } from '../monitoring/alarm.ts';
import { addBoard } from '../monitoring/board.ts';
import { functionRow, type Row } from '../monitoring/board-rows.ts';
import { callsMetric, period, sumMetrics } from '../monitoring/metrics.ts';

export interface MonitoredDashboard {
  api: HttpApi;
  functions: ReadonlyMap<string, IFunction>;
  metricsNamespace: string;
}

const failedRequestsMax = 5;
const latencyMsMax = 5_000;

/** People mistype, take too long or go back in the browser: a few in five minutes are normal. */
const signInFailuresMax = 20;

export const errorsAlarmId = 'DashboardErrors';

export const addDashboardMonitoring = (scope: Construct, dashboard: MonitoredDashboard, topic: ITopic) => {
  const definitions = [
    errorsAlarm(dashboard),
    ...latencyAlarms(dashboard),
    signInAlarm(dashboard),
    throttleAlarm(dashboard),
  ];
  const alarms = new Map<string, Alarm>(
    definitions.map((definition) => [definition.id, addAlarm(scope, definition, topic)]),
  );
  const board = addBoard(scope, [...alarms.values()], [requestRow(dashboard), functionRow(dashboard.functions)]);
  return { alarms, board };
};

const errorsAlarm = (dashboard: MonitoredDashboard): AlarmDefinition => ({
  id: errorsAlarmId,
  section: 'Dashboard errors',
  meaning: `More than ${failedRequestsMax} requests of the dashboard failed on our side in five minutes.`,
  firstStep: 'filter the logs of the functions dashboard and signIn by level=error.',
  metric: httpApiMetric(dashboard, '5xx', 'Sum'),
  threshold: failedRequestsMax,
});

const latencyAlarms = ({ functions }: MonitoredDashboard): AlarmDefinition[] =>
  [...functions].map(([name, lambda]) => ({
    id: `${name}Latency`,
    section: 'Dashboard latency',
    meaning: `The p99 duration of the function ${name} is above ${latencyMsMax / 1000} s.`,
    firstStep: `find the slow operation in the log of ${name}; if only signIn is slow, the issuer is the cause.`,
    metric: lambda.metricDuration({ statistic: 'p99', period }),
    threshold: latencyMsMax,
    periods: { breaching: 3, of: 3 },
    needsManySamples: true,
  }));

const signInAlarm = (dashboard: MonitoredDashboard): AlarmDefinition => ({
  id: 'SignInFailures',
  section: 'Sign-in failures',
  meaning: `More than ${signInFailuresMax} sign-ins were rejected in five minutes.`,
  firstStep: 'filter the log of signIn by outcome=rejected and read the codes.',
  metric: callsMetric(dashboard, 'signIn', 'rejected'),
  threshold: signInFailuresMax,
});

const throttleAlarm = ({ functions }: MonitoredDashboard): AlarmDefinition => ({
  id: 'DashboardThrottles',
  section: 'Throttled functions',
  meaning: 'Lambda throttled the functions of the dashboard: they or the account reached their concurrency limit.',
  firstStep: 'compare their concurrency on the CloudWatch board with reservedConcurrency in the settings.',
  metric: sumMetrics(
    [...functions.values()].map((lambda) => lambda.metricThrottles({ period })),
    'throttled invocations',
  ),
  threshold: 0,
  periods: { breaching: 2, of: 3 },
});

const requestRow = (dashboard: MonitoredDashboard): Row => ({
  title: 'Dashboard',
  graphs: [
    { title: 'Requests', metrics: [httpApiMetric(dashboard, 'Count', 'Sum').with({ label: 'requests' })] },
    { title: 'Errors', metrics: ['5xx', '4xx'].map((name) => httpApiMetric(dashboard, name, 'Sum')) },
    { title: 'Sign-ins', metrics: signInMetrics(dashboard) },
    {
      title: 'Latency, ms',
      metrics: ['p50', 'p99'].map((statistic) =>
        httpApiMetric(dashboard, 'Latency', statistic).with({ label: statistic }),
      ),
    },
  ],
});

const signInMetrics = (dashboard: MonitoredDashboard): IMetric[] =>
  (['ok', 'rejected', 'failed'] as const).map((outcome) =>
    callsMetric(dashboard, 'signIn', outcome).with({ label: outcome }),
  );

/** The metrics of an HTTP API have other names than those of a REST API, and identify it by id. */
const httpApiMetric = ({ api }: MonitoredDashboard, metricName: string, statistic: string): Metric =>
  new Metric({
    namespace: 'AWS/ApiGateway',
    metricName,
    dimensionsMap: { ApiId: api.apiId },
    statistic,
    period,
    label: metricName,
  });
