import { join } from 'node:path';
import { CfnOutput, Stack } from 'aws-cdk-lib';
import { DomainName, EndpointType, SecurityPolicy, type SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import type { EventApi } from 'aws-cdk-lib/aws-appsync';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { IUserPool } from 'aws-cdk-lib/aws-cognito';
import type { Alias, IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup, LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { EndpointEntry } from '../functions/api/endpoints.ts';
import type { Consumer } from '../functions/consumers/consumers.ts';
import type { DeployedFunction } from '../functions/model/deployed-function.ts';
import { addCanaryDeployments, addLiveAlias } from './api/canary-deployment.ts';
import { addFirewall, addFirewallAssociation } from './api/firewall.ts';
import { addRestApi, stageName } from './api/rest-api.ts';
import { addConsumer, addQueues } from './background/consumers.ts';
import { addEventApi } from './background/event-api.ts';
import { addMailReports } from './background/mail.ts';
import { defaultDashboard } from './dashboard/settings.ts';
import { bucketEnvironment, bucketStatements } from './functions/bucket-grants.ts';
import { addLogGroup, BundledFunction } from './functions/bundled-function.ts';
import { memoryMbOf } from './functions/memory.ts';
import { getQueue, type Queues, queueEnvironment } from './functions/queue-grants.ts';
import { type Secrets, secretEnvironment, secretStatements } from './functions/secret-grants.ts';
import { endpointStatements, needsTable, type TableAccess } from './functions/table-grants.ts';
import { addAlarms, addAlarmTopic, addBudget } from './monitoring/alarm-topic.ts';
import { releaseErrorsAlarmId } from './monitoring/api-alarms.ts';
import { addBoard, boardUrl } from './monitoring/board.ts';
import { serviceRows } from './monitoring/board-rows.ts';
import { collectFunctions, type MonitoredService } from './monitoring/metrics.ts';
import { type Settings, toStackEnvironment } from './settings.ts';

export type DeployedEndpoint = Pick<
  EndpointEntry,
  'name' | 'method' | 'path' | 'access' | 'grants' | 'errorCodes' | 'entry'
>;

export interface ServiceStackProps {
  environment: string;
  settings: Settings;
  data: TableAccess & {
    secrets: Secrets;
    mediaBucket: IBucket;
    userPool?: IUserPool | undefined;
    backupVaultName?: string | undefined;
  };
  endpoints: readonly DeployedEndpoint[];
  consumers: readonly Consumer[];
  /** Says who may open a socket. Deployed beside a dashboard. */
  authorizer: DeployedFunction;
  /** One folder per bundle, named after its function. */
  bundleDir: string;
}

/** Between them they authenticate, read, list, write, send, queue and verify: a fault of shared code shows in one. */
const sentinelNames = new Set(['getMe', 'sendMessage', 'listConversations', 'createContact', 'receiveMsgapp']);

/** The one endpoint whose calls wait, for up to 20 seconds. */
const followName = 'listFeedEvents';

/** Holds no lasting data: the API, its functions, the queues and their consumers. */
export class ServiceStack extends Stack {
  private readonly props: ServiceStackProps;
  readonly metricsNamespace: string;
  readonly queues: Queues;
  readonly baseUrl: string;
  readonly alarmTopic: Topic;
  /** Tells open pages of the dashboard what to read again. */
  readonly eventApi: EventApi | undefined;
  readonly authorizer: IFunction | undefined;
  private readonly liveAliases: Alias[] = [];

  constructor(scope: Construct, id: string, props: ServiceStackProps) {
    super(scope, id, {
      env: toStackEnvironment(props.settings),
      description: 'Switchboard: the API and its functions',
      terminationProtection: props.settings.terminationProtection,
      // Blanks are half of a template, and CloudFormation counts them.
      suppressTemplateIndentation: true,
    });
    this.props = props;
    this.metricsNamespace = `Switchboard/${props.environment}`;
    const { metricsNamespace } = this;
    const queues = addQueues(this, props.consumers, props.data);
    this.queues = queues;
    const logs = {
      api: addLogGroup(this, 'ApiLogs', props.settings),
      background: addLogGroup(this, 'BackgroundLogs', props.settings),
    };
    const functions = props.endpoints.map((endpoint) => ({
      endpoint,
      target: this.addEndpoint(endpoint, queues, logs.api),
    }));
    const api = addRestApi(this, functions, { metricsNamespace, settings: props.settings });
    const background = { ...props, queues, metricsNamespace, logGroup: logs.background };
    const { dashboard } = props.settings;
    const { eventApi, authorizer } = dashboard ? addEventApi(this, { ...background, dashboard }) : {};
    this.eventApi = eventApi;
    this.authorizer = authorizer;
    for (const consumer of props.consumers) addConsumer(this, consumer, { ...background, eventApi });
    if (props.settings.email) addMailReports(this, getQueue(queues, 'runMaintenance'));
    const { firewall, customDomain } = props.settings;
    if (firewall) this.protect(api, firewall);
    if (customDomain) addCustomDomain(this, api, customDomain);
    this.alarmTopic = addAlarmTopic(this, props.settings);
    addBudget(this, props.settings);
    this.addMonitoring(logs);
    // Exported in any case: a stack that imports it today would keep a change of the settings from being deployed.
    this.exportValue(api.restApiId);
    const host = customDomain?.domainName ?? `${api.restApiId}.execute-api.${this.region}.${this.urlSuffix}`;
    this.baseUrl = `https://${host}/${api.deploymentStage.stageName}`;
    new CfnOutput(this, 'BaseUrl', { value: this.baseUrl });
    new CfnOutput(this, 'TableName', { value: props.data.table.tableName });
    const { encryption, channelEncryption } = props.data.secrets;
    new CfnOutput(this, 'EncryptionSecretArn', { value: encryption.secretArn });
    new CfnOutput(this, 'ChannelEncryptionSecretArn', { value: channelEncryption.secretArn });
  }

  private addEndpoint(endpoint: DeployedEndpoint, queues: Queues, logGroup: LogGroup): IFunction {
    const { metricsNamespace } = this;
    const { settings, data, bundleDir } = this.props;
    const bundledFunction = new BundledFunction(this, endpoint.name, {
      bundleDir: join(bundleDir, endpoint.name),
      ...settings.apiFunction,
      memoryMb: memoryMbOf(endpoint.name, settings),
      reservedConcurrency: endpoint.name === followName ? settings.followersMax : undefined,
      environment: {
        ...(needsTable(endpoint) ? { TABLE_NAME: data.table.tableName } : {}),
        ...(settings.requestRecords && endpoint.access !== 'public' ? { REQUEST_RECORDS: '1' } : {}),
        ...(endpoint.grants.includes('write:auditEntry') ? this.auditDays() : {}),
        ...queueEnvironment(endpoint.grants, queues),
        ...secretEnvironment(endpoint.grants, data.secrets),
        ...bucketEnvironment(endpoint.grants, data.mediaBucket, settings),
      },
      statements: [
        ...endpointStatements(endpoint, data, queues, settings),
        ...secretStatements(endpoint.grants, data.secrets, data.key),
        ...bucketStatements(endpoint.grants, data.mediaBucket, data.key),
      ],
      logGroup,
      metricsNamespace,
      settings,
    });
    return this.toIntegrationTarget(bundledFunction);
  }

  private auditDays(): Record<string, string> {
    const { auditDays } = this.props.settings.dashboard ?? defaultDashboard;
    return { AUDIT_DAYS: String(auditDays) };
  }

  /** The pool's own pages are open to the internet as well. */
  private protect(api: SpecRestApi, firewall: NonNullable<Settings['firewall']>): void {
    const webAcl = addFirewall(this, 'REGIONAL', firewall, this.props.settings);
    addFirewallAssociation(this, 'FirewallAssociation', webAcl, api.deploymentStage.stageArn);
    const { userPool } = this.props.data;
    if (userPool) addFirewallAssociation(this, 'UserPoolFirewallAssociation', webAcl, userPool.userPoolArn);
  }

  private toIntegrationTarget(bundledFunction: BundledFunction): IFunction {
    const isSentinel = sentinelNames.has(bundledFunction.node.id);
    if (!this.props.settings.canaryDeploys || !isSentinel) return bundledFunction.function;
    const alias = addLiveAlias(bundledFunction);
    this.liveAliases.push(alias);
    return alias;
  }

  /** Sentinels get the new version first. CloudFormation updates all other functions once their traffic has shifted. */
  private addCanaries(releaseErrors: IAlarm, logGroup: ILogGroup): void {
    // Leaves out the deployment groups below the aliases, which wait for those themselves: a template may have 1 MB.
    const shifted = this.liveAliases.flatMap(({ node }) => node.defaultChild ?? []);
    for (const [name, later] of collectFunctions(this))
      if (!sentinelNames.has(name)) (later.role ?? later).node.addDependency(...shifted);
    // This comes after the loop: the aliases wait for the check, so it cannot wait for them.
    const { bundleDir, settings } = this.props;
    const { metricsNamespace, liveAliases: aliases } = this;
    addCanaryDeployments(this, aliases, [releaseErrors], { logGroup, bundleDir, settings, metricsNamespace });
  }

  /** Must run last: it finds the functions and queues in the construct tree. */
  private addMonitoring(logs: MonitoredService['logs']): void {
    const { metricsNamespace, liveAliases, alarmTopic } = this;
    const { data, consumers, settings } = this.props;
    // A reference to the stage would be circular: stage → aliases → deployment groups → alarm → stage.
    const api = { name: this.stackName, stage: stageName };
    const sentinels = [...collectFunctions(this)].filter(([name]) => sentinelNames.has(name));
    const service = { api, metricsNamespace, consumers, sentinels, logs, data };
    const alarms = addAlarms(this, service, alarmTopic, settings);
    const releaseErrors = alarms.get(releaseErrorsAlarmId);
    if (releaseErrors && liveAliases.length > 0) this.addCanaries(releaseErrors, logs.api);
    new CfnOutput(this, 'AlarmTopicArn', { value: alarmTopic.topicArn });
    if (settings.monitoring === 'essential') return;
    const board = addBoard(this, [...alarms.values()], serviceRows(this, service));
    new CfnOutput(this, 'BoardUrl', { value: boardUrl(this, board) });
  }
}

/** The operator owns the DNS zone and adds a CNAME to the `DomainTarget` output. */
const addCustomDomain = (
  scope: Construct,
  api: SpecRestApi,
  { domainName, certificateArn }: NonNullable<Settings['customDomain']>,
): void => {
  const domain = new DomainName(scope, 'Domain', {
    domainName,
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
    endpointType: EndpointType.REGIONAL,
    securityPolicy: SecurityPolicy.TLS_1_2,
  });
  domain.addBasePathMapping(api, { basePath: 'v1', stage: api.deploymentStage });
  new CfnOutput(scope, 'DomainTarget', { value: domain.domainNameAliasDomainName });
};
