import { join } from 'node:path';
import { CfnOutput, Stack } from 'aws-cdk-lib';
import { EndpointType, LambdaIntegration, RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import type { EndpointEntry } from '../functions/api/endpoints.ts';
import type { Consumer } from '../functions/consumers.ts';
import { BundledFunction } from './constructs/bundled-function.ts';
import { addConsumer, addQueues } from './constructs/consumers.ts';
import { addGatewayResponses } from './constructs/gateway-responses.ts';
import { endpointStatements, needsTable, type TableAccess } from './constructs/grants.ts';
import { type Queues, queueEnvironment } from './constructs/queue-grants.ts';
import { type Secrets, secretEnvironment, secretStatements } from './constructs/secret-grants.ts';
import type { Settings } from './settings.ts';

/** What the stack reads of an endpoint or of a channel's receiver. */
export type DeployedEndpoint = Pick<EndpointEntry, 'operationId' | 'method' | 'path' | 'access' | 'grants' | 'entry'>;

export interface ServiceStackProps {
  settings: Settings;
  data: TableAccess & { secrets: Secrets };
  endpoints: readonly DeployedEndpoint[];
  consumers: readonly Consumer[];
  /** Holds one bundle per function, in a folder named by the endpoint's operationId or the consumer's name. */
  bundleDir: string;
}

/** What can be deployed again at any time: the API, the functions behind it, and what works in the background. */
export class ServiceStack extends Stack {
  private readonly props: ServiceStackProps;

  constructor(scope: Construct, id: string, props: ServiceStackProps) {
    super(scope, id, {
      description: 'Switchboard: the API and its functions',
      terminationProtection: props.settings.terminationProtection,
    });
    this.props = props;
    const api = this.createApi();
    const queues = addQueues(this, props.consumers, props.data);
    for (const endpoint of props.endpoints) this.addEndpoint(api, endpoint, queues);
    for (const consumer of props.consumers) addConsumer(this, consumer, { ...props, queues });
    addGatewayResponses(api);
    const { stageName } = api.deploymentStage;
    new CfnOutput(this, 'BaseUrl', {
      value: `https://${api.restApiId}.execute-api.${this.region}.${this.urlSuffix}/${stageName}`,
    });
    new CfnOutput(this, 'TableName', { value: props.data.table.tableName });
  }

  /** The gateway's own logs would need a role that the whole account shares; the functions log every request. */
  private createApi(): RestApi {
    const { throttle } = this.props.settings;
    const api = new RestApi(this, 'Api', {
      restApiName: this.stackName,
      endpointTypes: [EndpointType.REGIONAL],
      cloudWatchRole: false,
      deployOptions: {
        stageName: 'v1',
        throttlingRateLimit: throttle.requestsPerSecond,
        throttlingBurstLimit: throttle.burstMax,
      },
    });
    // The construct's own output is the same address under a name that changes with the construct tree.
    api.node.tryRemoveChild('Endpoint');
    return api;
  }

  private addEndpoint(api: RestApi, endpoint: DeployedEndpoint, queues: Queues): void {
    const { settings, data, bundleDir } = this.props;
    const bundled = new BundledFunction(this, endpoint.operationId, {
      bundle: join(bundleDir, endpoint.operationId),
      ...settings.apiFunction,
      environment: {
        ...(needsTable(endpoint) ? { TABLE_NAME: data.table.tableName } : {}),
        ...queueEnvironment(endpoint.grants, queues),
        ...secretEnvironment(endpoint.grants, data.secrets),
      },
      statements: [
        ...endpointStatements(endpoint, data, queues),
        ...secretStatements(endpoint.grants, data.secrets, data.key),
      ],
      settings,
    });
    // Without test invocations the function needs one permission, for its own route, instead of two.
    const integration = new LambdaIntegration(bundled.function, { allowTestInvoke: false });
    api.root.resourceForPath(endpoint.path).addMethod(endpoint.method, integration);
  }
}
