import {
  CfnStage,
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  PayloadFormatVersion,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { metrics } from '../../functions/platform/log/metrics.ts';
import { addLogGroup } from '../functions/bundled-function.ts';
import type { Settings } from '../settings.ts';

/**
 * All members together, and so far above what the functions allow one address or session: whoever asks first must not
 * take the rest. Three thousand open inboxes, which make 0.6 requests a second each, fit in. A sign-in writes a row
 * before anybody is known, hence a limit of its own.
 */
const throttle = { ThrottlingRateLimit: 2_000, ThrottlingBurstLimit: 4_000 };
export const signInThrottle = { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 };

/**
 * The log has neither query nor body: a query may name a customer. It has no address either: the gateway knows that of
 * CloudFront alone, and the audit log keeps those of members with their acts.
 */
const accessLogFields = {
  request_id: '$context.requestId',
  at: '$context.requestTime',
  method: '$context.httpMethod',
  path: '$context.path',
  status: '$context.status',
  ms: '$context.responseLatency',
  error: '$context.error.message',
  function_error: '$context.integrationErrorMessage',
};

/** The stage's own limit, and functions that have no free instance: those answer no 503, but 429 to a busy person. */
const refusalPattern = '{ $.status = "503" || ($.status = "429" && $.error != "-") }';

export interface Route {
  name: string;
  paths: readonly `/${string}`[];
  target: IFunction;
}

export const addHttpApi = (scope: Construct, apiName: string): HttpApi =>
  new HttpApi(scope, 'HttpApi', { apiName, createDefaultStage: false });

/** Payload 1.0 is the event that the public API gets, so both share their middlewares. */
export const addRoutes = (
  scope: Construct,
  api: HttpApi,
  routes: readonly Route[],
  {
    settings,
    metricsNamespace,
    routeSettings,
  }: { settings: Settings; metricsNamespace: string; routeSettings: Record<string, typeof signInThrottle> },
): void => {
  const created = routes.flatMap(({ name, paths, target }) => {
    const integration = new HttpLambdaIntegration(name, target, {
      payloadFormatVersion: PayloadFormatVersion.VERSION_1_0,
    });
    return paths.map(
      (path, index) =>
        new HttpRoute(scope, `${name}Route${index === 0 ? '' : index + 1}`, {
          httpApi: api,
          routeKey: HttpRouteKey.with(path, HttpMethod.ANY),
          integration,
        }),
    );
  });
  const logGroup = addLogGroup(scope, 'AccessLog', settings);
  new MetricFilter(scope, 'Refusals', {
    logGroup,
    filterPattern: FilterPattern.literal(refusalPattern),
    metricNamespace: metricsNamespace,
    metricName: metrics.refusedRequests,
    metricValue: '1',
  });
  const stage = new CfnStage(scope, 'Stage', {
    apiId: api.apiId,
    stageName: '$default',
    autoDeploy: true,
    accessLogSettings: {
      destinationArn: logGroup.logGroupArn,
      format: JSON.stringify(accessLogFields),
    },
    defaultRouteSettings: {
      throttlingRateLimit: throttle.ThrottlingRateLimit,
      throttlingBurstLimit: throttle.ThrottlingBurstLimit,
    },
    routeSettings,
  });
  stage.node.addDependency(...created);
};
