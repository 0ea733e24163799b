import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type Alarm, type Dashboard, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { metrics } from '../../functions/platform/log/metrics.ts';
import { type AlarmDefinition, addAlarm, latencyAlarm } from '../monitoring/alarm.ts';
import { addBoard } from '../monitoring/board.ts';
import { countGraph, functionRow, type Row } from '../monitoring/board-rows.ts';
import { failuresOfMany, ownMetric, period, sumMetrics } from '../monitoring/metrics.ts';
import type { Settings } from '../settings.ts';

export interface MonitoredDashboard {
  api: HttpApi;
  functions: ReadonlyMap<string, IFunction & { logGroup: ILogGroup }>;
  metricsNamespace: string;
  /** Publishes most hints, and says who may listen. */
  service: { metricsNamespace: string; authorizer: IFunction | undefined };
}

const failuresPerMinuteMax = 2;

/** A page repeats a refused read within seconds, so a few in five minutes pass unnoticed. */
const refusalsMax = 10;

/** People mistype, take too long or go back in the browser: a few in five minutes are normal. */
const signInFailuresMax = 20;

/** One that takes longer than its half second is normal. A function stops for a minute after three in a row. */
const failedHintsMax = 10;

/** The alarms that roll back a release. Two, because an alarm watches ten metrics at most. */
export const releaseAlarmIds = ['DashboardReleaseErrors', 'DashboardReleaseCrashes'] as const;

export const addDashboardMonitoring = (
  scope: Construct,
  dashboard: MonitoredDashboard,
  topic: ITopic,
  { monitoring }: Pick<Settings, 'monitoring'>,
): { alarms: Map<string, Alarm>; board: Dashboard | undefined } => {
  const definitions = [
    errorsAlarm(dashboard),
    releaseErrorsAlarm(dashboard),
    releaseCrashesAlarm(dashboard),
    refusalsAlarm(dashboard),
    ...latencyAlarms(dashboard),
    signInAlarm(dashboard),
    liveUpdatesAlarm(dashboard),
  ];
  const alarms = new Map<string, Alarm>(
    definitions.map((definition) => [definition.id, addAlarm(scope, definition, topic)]),
  );
  if (monitoring === 'essential') return { alarms, board: undefined };
  const board = addBoard(scope, [...alarms.values()], [requestRow(dashboard), functionRow(dashboard.functions)]);
  return { alarms, board };
};

const errorsAlarm = (dashboard: MonitoredDashboard): AlarmDefinition => ({
  id: 'DashboardErrors',
  section: 'Dashboard errors',
  meaning: `At least ${failuresPerMinuteMax + 1} requests of the dashboard failed on our side within a minute.`,
  firstStep: 'filter the logs of the functions whose names begin with dashboard, and of signIn, by level=error.',
  metric: sumMetrics(
    [ownMetric(dashboard, metrics.failedRequests), ...listCrashes(dashboard)],
    'failed requests',
    Duration.minutes(1),
  ),
  threshold: failuresPerMinuteMax,
});

const releaseErrorsAlarm = (dashboard: MonitoredDashboard): AlarmDefinition => ({
  id: releaseAlarmIds[0],
  section: 'Dashboard errors',
  meaning: `At least ${failuresPerMinuteMax + 1} requests of the dashboard, of several workspaces, failed on our side within a minute.`,
  firstStep: releaseFirstStep,
  metric: failuresOfMany(dashboard),
  threshold: failuresPerMinuteMax,
});

const releaseCrashesAlarm = (dashboard: MonitoredDashboard): AlarmDefinition => ({
  id: releaseAlarmIds[1],
  section: 'Dashboard errors',
  meaning: `The functions of the dashboard crashed at least ${failuresPerMinuteMax + 1} times within a minute.`,
  firstStep: releaseFirstStep,
  metric: sumMetrics(listCrashes(dashboard), 'crashes', Duration.minutes(1)),
  threshold: failuresPerMinuteMax,
});

const releaseFirstStep =
  'if a deployment is under way, wait for its rollback; otherwise go on as for Dashboard errors.';

const refusalsAlarm = (dashboard: MonitoredDashboard): AlarmDefinition => ({
  id: 'DashboardRefusals',
  section: 'Dashboard refusals',
  meaning: `The gateway of the dashboard refused more than ${refusalsMax} requests in five minutes with 429 or 503.`,
  firstStep: 'see on the CloudWatch board which function is throttled; with none, it is the limit of the stage.',
  metric: ownMetric(dashboard, metrics.refusedRequests),
  threshold: refusalsMax,
});

const listCrashes = ({ functions }: MonitoredDashboard): Metric[] =>
  [...functions.values()].map((lambda) => lambda.metricErrors({ period }));

const latencyAlarms = ({ functions }: MonitoredDashboard): AlarmDefinition[] =>
  [...functions].map(([name, lambda]) =>
    latencyAlarm(name, lambda, {
      section: 'Dashboard latency',
      firstStep: `find the slow operation in the log of ${name}; if only signIn is slow, the issuer is the cause.`,
    }),
  );

const signInAlarm = (dashboard: MonitoredDashboard): AlarmDefinition => ({
  id: 'SignInFailures',
  section: 'Sign-in failures',
  meaning: `More than ${signInFailuresMax} sign-ins were rejected in five minutes.`,
  firstStep: 'filter the log of signIn by outcome=rejected and read the codes.',
  metric: ownMetric(dashboard, metrics.rejectedSignIns),
  threshold: signInFailuresMax,
});

/** Two of three periods: pages poll meanwhile, so a short outage wakes no operator. */
const liveUpdatesAlarm = (dashboard: MonitoredDashboard): AlarmDefinition => ({
  id: 'LiveUpdates',
  section: 'Live updates',
  meaning: `More than ${failedHintsMax} hints in five minutes were not published, or sockets could not be authorized. Pages show changes when they next poll.`,
  firstStep:
    'check the AWS Health Dashboard for AppSync in this region, then the logs of dispatchChanges and authorizeSocket.',
  metric: sumMetrics(
    [
      ...[dashboard.service, dashboard].map((publisher) => ownMetric(publisher, metrics.failedHints)),
      ...(dashboard.service.authorizer ? [dashboard.service.authorizer.metricErrors({ period })] : []),
    ],
    'failed hints and authorizations',
  ),
  threshold: failedHintsMax,
  periods: { breaching: 2, of: 3 },
});

const requestRow = (dashboard: MonitoredDashboard): Row => ({
  title: 'Dashboard',
  graphs: [
    { title: 'Requests', metrics: [httpApiMetric(dashboard, 'Count', 'Sum').with({ label: 'requests' })] },
    { title: 'Errors', metrics: ['5xx', '4xx'].map((name) => httpApiMetric(dashboard, name, 'Sum')) },
    ...[...dashboard.functions]
      .filter(([name]) => name === 'signIn')
      .map(([, { logGroup }]) => countGraph('Sign-ins', logGroup, 'operation = "completeSignIn"', 'outcome')),
    {
      title: 'Latency, ms',
      metrics: ['p50', 'p99'].map((statistic) =>
        httpApiMetric(dashboard, 'Latency', statistic).with({ label: statistic }),
      ),
    },
  ],
});

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
