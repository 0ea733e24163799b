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
import type { Construct } from 'constructs';
import type { DashboardFunction } from '../../functions/dashboard/functions.ts';
import { addLogGroup } from '../functions/bundled-function.ts';
import type { Settings } from '../settings.ts';

/**
 * All members together, and so far above what the functions allow one address or session: whoever asks first must not
 * take the rest. A thousand open inboxes, each of which asks every two seconds, fit in. A sign-in writes a row before
 * anybody is known, hence a limit of its own.
 */
const throttle = { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1_000 };
const signInThrottle = { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 };

/** The log has neither query nor body: a query may name a customer. */
const accessLogFields = {
  request_id: '$context.requestId',
  at: '$context.requestTime',
  method: '$context.httpMethod',
  path: '$context.path',
  status: '$context.status',
  ms: '$context.responseLatency',
  address: '$context.identity.sourceIp',
  error: '$context.error.message',
  function_error: '$context.integrationErrorMessage',
};

export interface Route {
  name: string;
  paths: DashboardFunction['paths'];
  target: IFunction;
}

export const addHttpApi = (scope: Construct, apiName: string): HttpApi =>
  new HttpApi(scope, 'HttpApi', { apiName, createDefaultStage: false });

/** Payload 1.0 is the event that the public API gets, so both share their middlewares. */
export const addRoutes = (scope: Construct, api: HttpApi, routes: readonly Route[], settings: Settings): void => {
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
  const stage = new CfnStage(scope, 'Stage', {
    apiId: api.apiId,
    stageName: '$default',
    autoDeploy: true,
    accessLogSettings: {
      destinationArn: addLogGroup(scope, 'AccessLog', settings).logGroupArn,
      format: JSON.stringify(accessLogFields),
    },
    defaultRouteSettings: {
      throttlingRateLimit: throttle.ThrottlingRateLimit,
      throttlingBurstLimit: throttle.ThrottlingBurstLimit,
    },
    routeSettings: { 'ANY /auth/{proxy+}': signInThrottle },
  });
  stage.node.addDependency(...created);
};
