import { RemovalPolicy, Size, type Stack } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  ApiDefinition,
  EndpointType,
  LogGroupLogDestination,
  type MethodDeploymentOptions,
  SpecRestApi,
  type StageOptions,
} from 'aws-cdk-lib/aws-apigateway';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { EndpointEntry } from '../../functions/api/endpoints.ts';
import { metrics } from '../../functions/platform/log/metrics.ts';
import type { Settings, Throttle } from '../settings.ts';
import { buildGatewayResponses, buildUnknownRoute } from './gateway-responses.ts';

export const stageName = 'v1';

export interface RoutedFunction {
  endpoint: Pick<EndpointEntry, 'method' | 'path' | 'access'>;
  target: IFunction;
}

export const addRestApi = (
  stack: Stack,
  functions: readonly RoutedFunction[],
  { metricsNamespace, settings }: { metricsNamespace: string; settings: Settings },
): SpecRestApi => {
  const { throttle, publicThrottle, gatewayLogRole } = settings;
  const api = new SpecRestApi(stack, 'Api', {
    restApiName: stack.stackName,
    apiDefinition: ApiDefinition.fromInline(buildApiDefinition(stack.stackName, addRoutes(stack, functions))),
    endpointTypes: [EndpointType.REGIONAL],
    minCompressionSize: Size.kibibytes(1),
    // Other APIs of the account use the role, too.
    ...(gatewayLogRole === 'create'
      ? { cloudWatchRole: true, cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN }
      : { cloudWatchRole: false }),
    deployOptions: {
      stageName,
      ...toDeploymentOptions(throttle),
      methodOptions: toMethodOptions(functions, publicThrottle),
      ...addAccessLog(stack, metricsNamespace, settings),
    },
  });
  // The construct's own output repeats BaseUrl under a name that changes with the construct tree.
  api.node.tryRemoveChild('Endpoint');
  return api;
};

/** With about 120 characters an ARN, this stays below the 10,240 that IAM allows for the policies of a role. */
const functionsPerRoleMax = 75;

const addRoutes = (stack: Stack, functions: readonly RoutedFunction[]) =>
  Array.from({ length: Math.ceil(functions.length / functionsPerRoleMax) }, (_, index) => {
    const share = functions.slice(index * functionsPerRoleMax, (index + 1) * functionsPerRoleMax);
    const role = addInvokeRole(stack, `InvokeRole${index === 0 ? '' : index + 1}`, share);
    return share.map(({ endpoint: { method, path }, target }) => ({
      method,
      path,
      invocationUri: stack.formatArn({
        service: 'apigateway',
        account: 'lambda',
        resource: 'path/2015-03-31/functions',
        resourceName: `${target.functionArn}/invocations`,
      }),
      invokeRoleArn: role.roleArn,
    }));
  }).flat();

/** A role replaces a permission on each function, which would be a resource per endpoint. */
const addInvokeRole = (stack: Stack, id: string, functions: readonly RoutedFunction[]): Role =>
  new Role(stack, id, {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    inlinePolicies: {
      Rights: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ['lambda:InvokeFunction'],
            resources: functions.map(({ target }) => target.functionArn),
          }),
        ],
      }),
    },
  });

const toMethodOptions = (functions: readonly RoutedFunction[], throttles: Settings['publicThrottle']) =>
  Object.fromEntries(
    functions
      .filter(({ endpoint }) => endpoint.access === 'public')
      .map(({ endpoint: { method, path } }) => [
        `${path}/${method}`,
        toDeploymentOptions(path.startsWith('/channels/') ? throttles.channels : throttles.document),
      ]),
  );

const toDeploymentOptions = ({ requestsPerSecond, burstMax }: Throttle): MethodDeploymentOptions => ({
  throttlingRateLimit: requestsPerSecond,
  throttlingBurstLimit: burstMax,
});

/**
 * The id is the X-Request-Id of every answer that the gateway or the firewall makes; the type of an answer that a
 * function makes is "-". Then the route, and what Lambda answered to the gateway. The line is short because every request
 * has one.
 */
const accessLogFormat =
  '$context.extendedRequestId $context.status $context.error.responseType ' +
  '$context.resourcePath:$context.integration.integrationStatus';

/**
 * Crashes, timeouts and a gateway that cannot call its function. A throttled request is no failure, and neither is one
 * follower of a feed too many: clients then poll, and the alarm on throttles rings. They count in the same metric as the
 * failures that functions report, because CloudWatch bills each metric, and once more in an alarm.
 */
const failurePattern =
  '[id, status = 5*, type != "-" && type != "THROTTLED" && type != "QUOTA_EXCEEDED", call != "/feeds/{id}/events:429"]';

const addAccessLog = (
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

interface ApiRoute extends Pick<EndpointEntry, 'method' | 'path'> {
  invocationUri: string;
  /** The role with which the gateway invokes the function. */
  invokeRoleArn: string;
}

const anyMethod = 'x-amazon-apigateway-any-method';

/**
 * The whole API as one OpenAPI document. API Gateway imports version 3.0, not the 3.1 of the document for callers. Every
 * path answers the methods that it lacks itself: for a known path, API Gateway would not fall back to `/{proxy+}`.
 */
const buildApiDefinition = (title: string, routes: readonly ApiRoute[]): object => ({
  openapi: '3.0.1',
  info: { title, version: '1' },
  paths: Object.fromEntries(
    listPaths(routes).map((path) => [
      path,
      {
        ...Object.fromEntries(
          routes
            .filter((route) => route.path === path)
            .map((route) => [route.method.toLowerCase(), buildOperation(route)]),
        ),
        [anyMethod]: { ...buildParameters(path), ...buildUnknownRoute() },
      },
    ]),
  ),
  'x-amazon-apigateway-gateway-responses': buildGatewayResponses(),
});

/** Includes the parents, such as /channels, which API Gateway creates too. */
const listPaths = (routes: readonly ApiRoute[]): string[] => {
  const parents = routes.flatMap(({ path }) =>
    path.split('/').map((_, index, segments) => segments.slice(0, index + 1).join('/') || '/'),
  );
  return [...new Set([...parents, '/', '/{proxy+}'])].sort();
};

const buildOperation = ({ path, invocationUri, invokeRoleArn }: ApiRoute): object => ({
  ...buildParameters(path),
  responses: {},
  'x-amazon-apigateway-integration': {
    type: 'aws_proxy',
    httpMethod: 'POST',
    uri: invocationUri,
    credentials: invokeRoleArn,
  },
});

const buildParameters = (path: string): object => {
  const parameters = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  return parameters.length === 0 ? {} : { parameters };
};
