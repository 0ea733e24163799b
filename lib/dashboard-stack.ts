import { join } from 'node:path';
import { CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { EventApi } from 'aws-cdk-lib/aws-appsync';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, type BucketDeploymentProps, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import type { Construct, IConstruct } from 'constructs';
import type { DashboardFunction } from '../functions/dashboard/functions.ts';
import { signInLimit } from '../functions/model/members/request-limit.ts';
import { addCanaryDeployments, addLiveAlias } from './api/canary-deployment.ts';
import { addFirewall } from './api/firewall.ts';
import { buildRecords } from './dashboard/build.ts';
import { addDistribution } from './dashboard/distribution.ts';
import { addHttpApi, addRoutes, signInThrottle } from './dashboard/http-api.ts';
import { addCognitoClient, addOwnIssuer, type Issuer, issuerEnvironment } from './dashboard/issuer.ts';
import { addDashboardMonitoring, releaseAlarmIds } from './dashboard/monitoring.ts';
import { type DashboardSettings, reservedConcurrencyOf } from './dashboard/settings.ts';
import type { DataStack } from './data-stack.ts';
import { originKey } from './distribution-parts.ts';
import { bucketEnvironment, bucketStatements } from './functions/bucket-grants.ts';
import { BundledFunction } from './functions/bundled-function.ts';
import { hintsEnvironment, hintsStatements, socketEnvironment } from './functions/hints-grants.ts';
import { memoryMbOf } from './functions/memory.ts';
import { type Queues, queueEnvironment, sendGrantStatements } from './functions/queue-grants.ts';
import { type Secrets, secretEnvironment, secretStatements } from './functions/secret-grants.ts';
import { type TableAccess, tableStatements } from './functions/table-grants.ts';
import { boardUrl } from './monitoring/board.ts';
import type { ServiceStack } from './service-stack.ts';
import { type Settings, toStackEnvironment } from './settings.ts';

export interface DashboardStackProps {
  settings: Settings;
  dashboard: DashboardSettings;
  data: DataStack;
  service: ServiceStack;
  functions: readonly DashboardFunction[];
  /** One folder per bundle, named after its function. */
  bundleDir: string;
  /** The built front end. */
  filesDir: string;
  /** The origin of the web chat, which members install on their websites. */
  chatUrl: string | undefined;
}

interface DeployedDashboardFunction extends DashboardFunction {
  bundled: BundledFunction;
}

/** The pages of the dashboard, and behind the same address the functions that they call. */
export class DashboardStack extends Stack {
  private readonly props: DashboardStackProps;
  /** Separate from the API's: a failing dashboard must not roll back a deployment of the API. */
  private readonly metricsNamespace: string;

  constructor(scope: Construct, id: string, props: DashboardStackProps) {
    super(scope, id, {
      env: toStackEnvironment(props.settings),
      description: 'Switchboard: the dashboard and its functions',
      terminationProtection: props.settings.terminationProtection,
    });
    this.props = props;
    this.metricsNamespace = `${props.service.metricsNamespace}/dashboard`;
    const { settings, dashboard } = props;
    const api = addHttpApi(this, this.stackName);
    const bucket = addFilesBucket(this, settings);
    const distribution = addDistribution(this, {
      api,
      bucket,
      mediaBucket: props.data.mediaBucket,
      socketHost: props.service.eventApi?.realtimeDns,
      settings: dashboard,
    });
    const dashboardUrl = `https://${dashboard.domain?.name ?? distribution.distributionDomainName}`;
    const issuer = this.addIssuer(dashboardUrl);
    const functions = this.addFunctions(dashboardUrl, issuer);
    const aliases = settings.canaryDeploys ? functions.map(({ bundled }) => addLiveAlias(bundled)) : [];
    addRoutes(
      this,
      api,
      functions.map(({ name, paths, bundled }, index) => ({ name, paths, target: aliases[index] ?? bundled.function })),
      {
        settings,
        metricsNamespace: this.metricsNamespace,
        routeSettings: { 'ANY /auth/{proxy+}': signInThrottle },
      },
    );
    this.addMonitoring(api, functions, aliases);
    const live = functions.map(({ bundled }, index) => aliases[index]?.node.defaultChild ?? bundled.function);
    deployFiles(this, bucket, { filesDir: props.filesDir, settings, after: live });
    new CfnOutput(this, 'DashboardUrl', { value: dashboardUrl });
    new CfnOutput(this, 'DistributionDomain', { value: distribution.distributionDomainName });
    new CfnOutput(this, 'OidcIssuer', { value: issuer.url });
    new CfnOutput(this, 'OidcClientId', { value: issuer.clientId });
    new CfnOutput(this, 'OidcSecretArn', { value: issuer.secret.secretArn });
  }

  private addIssuer(dashboardUrl: string): Issuer {
    const { data, dashboard, settings } = this.props;
    const issuerProps = { dashboardUrl, key: data.key, removalPolicy: settings.removalPolicy };
    if (dashboard.issuer !== 'cognito') return addOwnIssuer(this, dashboard.issuer, issuerProps);
    if (!data.userPool) throw new Error('The data stack has no user pool for the issuer "cognito".');
    return addCognitoClient(this, data.userPool, issuerProps);
  }

  private addFunctions(dashboardUrl: string, issuer: Issuer): DeployedDashboardFunction[] {
    const { baseUrl: apiBaseUrl, queues, eventApi } = this.props.service;
    const { metricsNamespace } = this;
    const context = { ...this.props, dashboardUrl, apiBaseUrl, queues, eventApi, metricsNamespace, issuer };
    return this.props.functions.map((entry) => ({ ...entry, bundled: addDashboardFunction(this, entry, context) }));
  }

  private addMonitoring(
    api: HttpApi,
    functions: readonly DeployedDashboardFunction[],
    aliases: readonly Alias[],
  ): void {
    const { metricsNamespace } = this;
    const { service, settings } = this.props;
    const functionsByName = new Map(functions.map(({ name, bundled }) => [name, bundled.function]));
    const monitored = { api, functions: functionsByName, metricsNamespace, service };
    const { alarms, board } = addDashboardMonitoring(this, monitored, service.alarmTopic, settings);
    const releaseAlarms = releaseAlarmIds.flatMap((id) => alarms.get(id) ?? []);
    if (aliases.length > 0) addCanaryDeployments(this, aliases, releaseAlarms);
    if (board) new CfnOutput(this, 'BoardUrl', { value: boardUrl(this, board) });
  }
}

/** Has no lifecycle rule: tabs that stay open load the hashed files of earlier deployments. */
const addFilesBucket = (scope: Construct, { removalPolicy }: Settings): Bucket =>
  new Bucket(scope, 'Files', {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    removalPolicy,
    // Without a lifecycle rule, the files would keep the bucket of a stack that is deleted.
    autoDeleteObjects: removalPolicy === RemovalPolicy.DESTROY,
  });

/** The page comes last, so it names no file that is not there yet and calls no operation that the functions lack. */
const deployFiles = (
  scope: Construct,
  bucket: Bucket,
  { filesDir, settings, after }: { filesDir: string; settings: Settings; after: readonly IConstruct[] },
): void => {
  const shared: Pick<BucketDeploymentProps, 'destinationBucket' | 'prune' | 'retainOnDelete' | 'logGroup'> = {
    destinationBucket: bucket,
    prune: false,
    retainOnDelete: settings.removalPolicy !== RemovalPolicy.DESTROY,
    logGroup: new LogGroup(scope, 'DeploymentLogs', {
      retention: settings.logRetention,
      removalPolicy: settings.removalPolicy,
    }),
  };
  const assets = new BucketDeployment(scope, 'AssetsDeployment', {
    ...shared,
    sources: [Source.asset(join(filesDir, 'assets'))],
    destinationKeyPrefix: 'assets',
    cacheControl: [CacheControl.fromString('max-age=31536000, immutable')],
  });
  const page = new BucketDeployment(scope, 'PageDeployment', {
    ...shared,
    sources: [Source.asset(filesDir, { exclude: ['assets', buildRecords] })],
    cacheControl: [CacheControl.fromString('no-cache')],
  });
  page.node.addDependency(assets, ...after);
};

/** Serves the operation that tells pages where to listen for hints. */
const socketFunction = 'dashboard';

interface FunctionContext {
  settings: Settings;
  dashboard: DashboardSettings;
  dashboardUrl: string;
  apiBaseUrl: string;
  data: TableAccess & { secrets: Secrets; mediaBucket: IBucket };
  queues: Queues;
  eventApi: EventApi | undefined;
  issuer: Issuer;
  metricsNamespace: string;
  bundleDir: string;
  chatUrl: string | undefined;
}

const addDashboardFunction = (
  scope: Construct,
  { name, grants }: DashboardFunction,
  context: FunctionContext,
): BundledFunction => {
  const { settings, dashboard, data, queues, eventApi, issuer, metricsNamespace, bundleDir } = context;
  const secrets = { ...data.secrets, oidc: issuer.secret };
  return new BundledFunction(scope, name, {
    bundleDir: join(bundleDir, name),
    ...settings.apiFunction,
    memoryMb: memoryMbOf(name, settings),
    reservedConcurrency: reservedConcurrencyOf(name, dashboard),
    environment: {
      TABLE_NAME: data.table.tableName,
      DASHBOARD_URL: context.dashboardUrl,
      API_BASE_URL: context.apiBaseUrl,
      ...(context.chatUrl === undefined ? {} : { CHAT_URL: context.chatUrl }),
      ORIGIN_KEY: originKey(scope),
      SESSION_IDLE_HOURS: String(dashboard.sessionHours.idle),
      SESSION_ABSOLUTE_HOURS: String(dashboard.sessionHours.absolute),
      AUDIT_DAYS: String(dashboard.auditDays),
      ...(grants.includes('secret:oidc') ? issuerEnvironment(issuer) : {}),
      ...bucketEnvironment(grants, data.mediaBucket, settings),
      ...queueEnvironment(grants, queues),
      ...secretEnvironment(grants, secrets),
      ...hintsEnvironment(grants, eventApi),
      ...(eventApi && name === socketFunction ? socketEnvironment(eventApi) : {}),
    },
    statements: [
      ...tableStatements(grants, data),
      ...bucketStatements(grants, data.mediaBucket, data.key),
      ...sendGrantStatements(grants, queues, data.key),
      ...secretStatements(grants, secrets, data.key),
      ...hintsStatements(grants, eventApi),
    ],
    metricsNamespace,
    settings,
  });
};

/** CloudFront takes the firewall of the dashboard from us-east-1 only. */
export class EdgeStack extends Stack {
  constructor(scope: Construct, id: string, settings: Settings, firewall: NonNullable<DashboardSettings['firewall']>) {
    super(scope, id, {
      description: 'Switchboard: the firewall of the dashboard',
      env: { region: 'us-east-1', ...(settings.account === undefined ? {} : { account: settings.account }) },
      terminationProtection: settings.terminationProtection,
    });
    const limits = { ...firewall, signInsPerAddress: signInLimit.max };
    const { attrArn } = addFirewall(this, 'CLOUDFRONT', limits, settings);
    new CfnOutput(this, 'FirewallArn', { value: attrArn });
  }
}
