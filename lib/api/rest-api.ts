import { RemovalPolicy, Size, type Stack } from 'aws-cdk-lib';
import { ApiDefinition, EndpointType, type MethodDeploymentOptions, SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { EndpointEntry } from '../../functions/api/endpoints.ts';
import type { Settings, Throttle } from '../settings.ts';
import { addAccessLog } from './access-log.ts';
import { buildApiDefinition } from './api-definition.ts';

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

/** At about 120 characters an ARN, below the 10,240 that IAM allows for the policies of a role. */
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

/** Instead of a permission on each function, which would be a resource per endpoint. */
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
