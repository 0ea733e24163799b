import { join } from 'node:path';
import { CfnOutput, Stack } from 'aws-cdk-lib';
import { EndpointType, LambdaIntegration, RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Alias, IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { EndpointEntry } from '../functions/api/endpoints.ts';
import type { Consumer } from '../functions/consumers/consumers.ts';
import { addCanaryDeployments, addLiveAlias } from './api/canary-deployment.ts';
import { addCustomDomain } from './api/custom-domain.ts';
import { addFirewall } from './api/firewall.ts';
import { addGatewayResponses } from './api/gateway-responses.ts';
import { addConsumer, addQueues } from './background/consumers.ts';
import { BundledFunction } from './functions/bundled-function.ts';
import { type Queues, queueEnvironment } from './functions/queue-grants.ts';
import { type Secrets, secretEnvironment, secretStatements } from './functions/secret-grants.ts';
import { endpointStatements, needsTable, type TableAccess } from './functions/table-grants.ts';
import { addAlarmTopic } from './monitoring/alarm-topic.ts';
import { addAlarms } from './monitoring/alarms.ts';
import { apiErrorsAlarmId } from './monitoring/api-alarms.ts';
import { addDashboard } from './monitoring/dashboard.ts';
import type { Settings } from './settings.ts';

/** What the stack reads of an endpoint or of a channel's receiver. */
export type DeployedEndpoint = Pick<
  EndpointEntry,
  'name' | 'method' | 'path' | 'access' | 'grants' | 'errorCodes' | 'entry'
>;

export interface ServiceStackProps {
  /** The name of the environment. */
  environment: string;
  settings: Settings;
  data: TableAccess & { secrets: Secrets };
  endpoints: readonly DeployedEndpoint[];
  consumers: readonly Consumer[];
  /** Holds one bundle per function, in a folder named after the function. */
  bundleDir: string;
}

const stageName = 'v1';

/** What can be deployed again at any time: the API, the functions behind it, and what works in the background. */
export class ServiceStack extends Stack {
  private readonly props: ServiceStackProps;
  private readonly metricsNamespace: string;
  /** The functions behind the API, where new code gets its calls gradually. */
  private readonly aliases: Alias[] = [];

  constructor(scope: Construct, id: string, props: ServiceStackProps) {
    super(scope, id, {
      description: 'Switchboard: the API and its functions',
      terminationProtection: props.settings.terminationProtection,
    });
    this.props = props;
    this.metricsNamespace = `Switchboard/${props.environment}`;
    const api = this.createApi();
    const { metricsNamespace } = this;
    const queues = addQueues(this, props.consumers, props.data);
    for (const endpoint of props.endpoints) this.addEndpoint(api, endpoint, queues);
    for (const consumer of props.consumers) addConsumer(this, consumer, { ...props, queues, metricsNamespace });
    addGatewayResponses(api);
    const { firewall, customDomain } = props.settings;
    if (firewall) addFirewall(this, api, firewall);
    if (customDomain) addCustomDomain(this, api, customDomain);
    this.addMonitoring(api);
    const host = customDomain?.domainName ?? `${api.restApiId}.execute-api.${this.region}.${this.urlSuffix}`;
    new CfnOutput(this, 'BaseUrl', { value: `https://${host}/${api.deploymentStage.stageName}` });
    new CfnOutput(this, 'TableName', { value: props.data.table.tableName });
    new CfnOutput(this, 'EncryptionSecretArn', { value: props.data.secrets.encryption.secretArn });
  }

  /** The gateway's own logs would need a role that the whole account shares; the functions log every request. */
  private createApi(): RestApi {
    const { throttle } = this.props.settings;
    const api = new RestApi(this, 'Api', {
      restApiName: this.stackName,
      endpointTypes: [EndpointType.REGIONAL],
      cloudWatchRole: false,
      deployOptions: {
        stageName,
        throttlingRateLimit: throttle.requestsPerSecond,
        throttlingBurstLimit: throttle.burstMax,
      },
    });
    // The construct's own output is the same address under a name that changes with the construct tree.
    api.node.tryRemoveChild('Endpoint');
    return api;
  }

  private addEndpoint(api: RestApi, endpoint: DeployedEndpoint, queues: Queues): void {
    const { metricsNamespace } = this;
    const { settings, data, bundleDir } = this.props;
    const bundledFunction = new BundledFunction(this, endpoint.name, {
      bundleDir: join(bundleDir, endpoint.name),
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
      metricsNamespace,
      settings,
    });
    // Without test invocations the function needs one permission, for its own route, instead of two.
    const integration = new LambdaIntegration(this.toIntegrationTarget(bundledFunction), { allowTestInvoke: false });
    api.root.resourceForPath(endpoint.path).addMethod(endpoint.method, integration);
  }

  private toIntegrationTarget(bundledFunction: BundledFunction): IFunction {
    if (!this.props.settings.canaryDeploys) return bundledFunction.function;
    const alias = addLiveAlias(bundledFunction);
    this.aliases.push(alias);
    return alias;
  }

  /** Comes last, because it watches all that is there. */
  private addMonitoring(api: RestApi): void {
    const { metricsNamespace, aliases } = this;
    const { settings, data, endpoints, consumers } = this.props;
    // A reference to the stage would close a circle: it needs the functions' aliases, and those wait for the alarm.
    const service = { api: { name: api.restApiName, stage: stageName }, metricsNamespace, endpoints, consumers, data };
    const topic = addAlarmTopic(this, settings);
    const alarms = addAlarms(this, service, topic);
    const apiErrors = alarms.get(apiErrorsAlarmId);
    if (apiErrors && aliases.length > 0) addCanaryDeployments(this, aliases, apiErrors);
    const { dashboardName } = addDashboard(this, service, [...alarms.values()]);
    const consoleUrl = `https://${this.region}.console.aws.amazon.com/cloudwatch/home?region=${this.region}`;
    new CfnOutput(this, 'AlarmTopicArn', { value: topic.topicArn });
    new CfnOutput(this, 'DashboardUrl', { value: `${consoleUrl}#dashboards/dashboard/${dashboardName}` });
  }
}
