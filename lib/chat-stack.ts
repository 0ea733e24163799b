import { join } from 'node:path';
import { CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, type BucketDeploymentProps, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import type { Construct, IConstruct } from 'constructs';
import type { ChatFunction } from '../functions/chat/functions.ts';
import { chatManifest, readChatManifest } from './chat/build.ts';
import { addChatDistribution } from './chat/distribution.ts';
import { addChatMonitoring } from './chat/monitoring.ts';
import type { WebChatSettings } from './chat/settings.ts';
import { addHttpApi, addRoutes } from './dashboard/http-api.ts';
import type { DataStack } from './data-stack.ts';
import { originKey } from './distribution-parts.ts';
import { bucketEnvironment, bucketStatements } from './functions/bucket-grants.ts';
import { addLogGroup, BundledFunction } from './functions/bundled-function.ts';
import { hintsEnvironment, hintsStatements, socketEnvironment } from './functions/hints-grants.ts';
import { memoryMbOf } from './functions/memory.ts';
import { queueEnvironment, sendGrantStatements } from './functions/queue-grants.ts';
import { secretEnvironment, secretStatements } from './functions/secret-grants.ts';
import { tableStatements } from './functions/table-grants.ts';
import type { ServiceStack } from './service-stack.ts';
import { type Settings, toStackEnvironment } from './settings.ts';

export interface ChatStackProps {
  settings: Settings;
  webChat: WebChatSettings;
  data: DataStack;
  service: ServiceStack;
  functions: readonly ChatFunction[];
  bundleDir: string;
  /** The built loader and frame. */
  chatDir: string;
}

/**
 * The web chat of websites: the script that they load, the frame, and the functions that visitors call. Never on the
 * origin of the dashboard: a hole in one must not open the other.
 */
export class ChatStack extends Stack {
  /** The origin of the script and of the frame. */
  readonly url: string;

  constructor(scope: Construct, id: string, props: ChatStackProps) {
    const { settings, webChat, data, service } = props;
    super(scope, id, {
      env: toStackEnvironment(settings),
      description: 'Switchboard: the web chat of websites and its functions',
      terminationProtection: settings.terminationProtection,
    });
    const metricsNamespace = `${service.metricsNamespace}/chat`;
    const api = addHttpApi(this, this.stackName);
    const bucket = addFilesBucket(this, settings);
    const distribution = addChatDistribution(this, { api, bucket, mediaBucket: data.mediaBucket, settings: webChat });
    this.url = `https://${webChat.domain?.name ?? distribution.distributionDomainName}`;
    const deployment = { ...props, bucket, logGroup: addLogGroup(this, 'DeploymentLogs', settings) };
    const assets = deployAssets(this, deployment);
    const functions = this.addFunctions(props, metricsNamespace, assets);
    addRoutes(
      this,
      api,
      functions.map(({ entry: { name, paths }, target }) => ({ name, paths, target })),
      { settings, metricsNamespace, routeSettings: {} },
    );
    deployLoader(this, deployment, [assets, ...functions.map(({ target }) => target)]);
    addChatMonitoring(
      this,
      { api, functions: new Map(functions.map(({ entry, target }) => [entry.name, target])), metricsNamespace },
      service.alarmTopic,
    );
    new CfnOutput(this, 'ChatUrl', { value: this.url });
    new CfnOutput(this, 'DistributionDomain', { value: distribution.distributionDomainName });
  }

  /** The page of the frame names its files, so these are there before the function that writes it. */
  private addFunctions(props: ChatStackProps, metricsNamespace: string, assets: IConstruct) {
    const logGroup = addLogGroup(this, 'FunctionLogs', props.settings);
    return props.functions.map((entry) => {
      const target = addChatFunction(this, entry, { ...props, url: this.url, metricsNamespace, logGroup });
      if (entry.name === frameFunction) target.node.addDependency(assets);
      return { entry, target };
    });
  }
}

/** Writes the page of the frame, which says where it may connect to. */
const frameFunction = 'chatSite';

interface FunctionContext extends ChatStackProps {
  url: string;
  metricsNamespace: string;
  logGroup: ReturnType<typeof addLogGroup>;
}

const addChatFunction = (scope: Construct, { name, grants }: ChatFunction, context: FunctionContext) => {
  const { settings, webChat, data, service, bundleDir, chatDir, metricsNamespace, logGroup } = context;
  const { queues, eventApi } = service;
  return new BundledFunction(scope, name, {
    bundleDir: join(bundleDir, name),
    ...settings.apiFunction,
    memoryMb: memoryMbOf(name, settings),
    reservedConcurrency: webChat.reservedConcurrency,
    environment: {
      TABLE_NAME: data.table.tableName,
      CHAT_URL: context.url,
      ORIGIN_KEY: originKey(scope),
      ...(name === frameFunction ? { CHAT_ASSETS: readChatManifest(chatDir) } : {}),
      ...bucketEnvironment(grants, data.mediaBucket, settings),
      ...queueEnvironment(grants, queues),
      ...secretEnvironment(grants, data.secrets),
      ...hintsEnvironment(grants, eventApi),
      ...(eventApi ? socketEnvironment(eventApi) : {}),
    },
    statements: [
      ...tableStatements(grants, data),
      ...bucketStatements(grants, data.mediaBucket, data.key),
      ...sendGrantStatements(grants, queues, data.key),
      ...secretStatements(grants, data.secrets, data.key),
      ...hintsStatements(grants, eventApi),
    ],
    logGroup,
    metricsNamespace,
    settings,
  }).function;
};

/** Has no lifecycle rule: pages that stay open load the hashed files of earlier deployments. */
const addFilesBucket = (scope: Construct, { removalPolicy }: Settings): Bucket =>
  new Bucket(scope, 'Files', {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    removalPolicy,
    autoDeleteObjects: removalPolicy === RemovalPolicy.DESTROY,
  });

interface Deployment extends ChatStackProps {
  bucket: Bucket;
  logGroup: ILogGroup;
}

const deploymentProps = ({ bucket, logGroup, settings }: Deployment): Omit<BucketDeploymentProps, 'sources'> => ({
  destinationBucket: bucket,
  logGroup,
  prune: false,
  retainOnDelete: settings.removalPolicy !== RemovalPolicy.DESTROY,
});

const deployAssets = (scope: Construct, deployment: Deployment): BucketDeployment =>
  new BucketDeployment(scope, 'AssetsDeployment', {
    ...deploymentProps(deployment),
    sources: [Source.asset(join(deployment.chatDir, 'assets'))],
    destinationKeyPrefix: 'assets',
    cacheControl: [CacheControl.fromString('max-age=31536000, immutable')],
  });

/** Last, because it calls what the functions offer. */
const deployLoader = (scope: Construct, deployment: Deployment, after: readonly IConstruct[]): void => {
  const loader = new BucketDeployment(scope, 'LoaderDeployment', {
    ...deploymentProps(deployment),
    sources: [Source.asset(deployment.chatDir, { exclude: ['assets', chatManifest] })],
    cacheControl: [CacheControl.fromString('public, max-age=300')],
  });
  loader.node.addDependency(...after);
};
