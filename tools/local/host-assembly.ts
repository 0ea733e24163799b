import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { bindDistribution, type DistributionOptions } from './distribution/distribution.ts';
import { type Clients, createClients } from './engines/clients.ts';
import type { Dynamodb } from './engines/dynamodb.ts';
import { ensureSecrets, type Secrets, type SecretsManager, startSecretsManager } from './engines/secrets-manager.ts';
import { type Report, type Ses, startSes } from './engines/ses.ts';
import { ensureBuckets, ensureQueues, type Queue, type Sqs, startSqs } from './engines/sqs.ts';
import { ensureTables, type Tables } from './engines/tables.ts';
import { bindEventApi, type EventApiOptions, type HostedEventApi } from './event-api/event-api.ts';
import type { EventApiControls } from './event-api/faults.ts';
import { startGateway } from './gateway/gateway.ts';
import { readRestApi } from './gateway/rest-api.ts';
import { readStatements, type Statement } from './iam/authorize.ts';
import { startTableGuard } from './iam/table-guard.ts';
import { readFunctions } from './lambda/function-definition.ts';
import { getFunctionByPrefix, type HostedFunction, hostFunction, type OnLog } from './lambda/function-host.ts';
import type { Outcome } from './lambda/function-messages.ts';
import { LocalError, toFolderError } from './local-error.ts';
import { startEventSources, startSchedules } from './sources/event-sources.ts';
import { matchesAny, parsePatterns } from './sources/filter.ts';
import { readAssembly } from './template/assembly.ts';
import { type Deployment, findResources, qualifiedName, readProperties } from './template/deployment.ts';
import { region, toTableArn } from './template/resource-identity.ts';

export interface LocalOptions {
  /** A synthesized cloud assembly, or a function that synthesizes one while the database starts. */
  assemblyDir: string | (() => Promise<string>);
  port: number;
  /** Keeps tables, queues, secrets and checkpoints; `memory` keeps nothing. */
  dataDir: string;
  extraEnvironment?: Record<string, string>;
  /** Serves the CloudFront distribution of the assembly, if it has one. */
  distribution?: DistributionOptions;
  /** Serves that of the web chat as well. */
  chat?: DistributionOptions;
  /** Caps the visibility timeouts of the template, so tests see redeliveries soon. */
  visibilitySecondsMax?: number;
  /** People read the mails here that would have been sent, if the assembly sends any. */
  mailboxPort?: number;
  /** Pages listen for hints here, if the assembly has an event API. */
  eventApi?: EventApiOptions;
  onLog?: OnLog;
  onProgress?: (step: string) => void;
}

export interface LocalRuntime {
  baseUrl: string;
  distributionUrl: string | undefined;
  chatUrl: string | undefined;
  dynamodbEndpoint: string;
  sqsEndpoint: string;
  secretsManagerEndpoint: string;
  /** The mailbox as well. Empty if the assembly sends no mail. */
  sesEndpoint: string;
  /** Empty if the assembly has no event API. */
  eventApiEndpoint: string;
  eventApi: EventApiControls | undefined;
  /** The engines show their data to this id alone. */
  accessKeyId: string;
  region: string;
  tables: Record<string, string>;
  queues: Record<string, string>;
  secrets: Secrets;
  readEnvironment: (functionIdOrPrefix: string) => Record<string, string>;
  invoke: (functionIdOrPrefix: string, event: unknown) => Promise<unknown>;
  kill: (functionIdOrPrefix: string) => Promise<void>;
  crashed: Promise<LocalError>;
  stop: () => Promise<void>;
}

/** Ends a part of the service. The parts end in the reverse order of their start. */
export type Stop = () => Promise<void> | void;

/** Reads the assembly while Java starts. */
export const hostAssembly = async (
  options: LocalOptions,
  stops: Stop[],
  { dynamodb, accessKeyId }: { dynamodb: Dynamodb; accessKeyId: string },
): Promise<Omit<LocalRuntime, 'stop'>> => {
  const { dataDir, port, onProgress } = options;
  const sqs = await explainDataErrors(dataDir, startSqs(dataDir));
  stops.push(sqs.stop);
  const deployment = await readDeployment(options.assemblyDir);
  onProgress?.('waiting for DynamoDB Local');
  await dynamodb.waitUntilReady();
  const resources = await createResources(options, stops, { deployment, dynamodb, sqs, accessKeyId });
  const { clients, tables, queues, secrets, secretsManager, ses, eventApi, findStatements } = resources;
  const access = {
    accessKeyId,
    dynamodbEndpoint: dynamodb.endpoint,
    sqsEndpoint: sqs.endpoint,
    secretsManagerEndpoint: secretsManager.endpoint,
    sesEndpoint: ses?.endpoint ?? '',
    eventApiEndpoint: eventApi?.endpoint ?? '',
  };
  const { extraEnvironment = {}, onLog = () => undefined } = options;
  const bind = async (distributionOptions: DistributionOptions | undefined) => {
    const bound = distributionOptions && (await bindDistribution(deployment, distributionOptions, sqs.endpoint));
    if (bound) stops.push(bound.stop);
    return bound;
  };
  const [distribution, chat] = [await bind(options.distribution), await bind(options.chat)];
  const distributions = [distribution, chat].flatMap((bound) => bound ?? []);
  const definitions = readFunctions(deployment).map((definition) =>
    distributions.reduce((adapted, { adapt }) => adapt(adapted), definition),
  );
  const guard = await startTableGuard({ dynamodbEndpoint: dynamodb.endpoint, findStatements, toArn: toTableArn });
  stops.push(guard.stop);
  const hostContext = { ...access, tableGuardEndpoint: guard.endpoint, extraEnvironment };
  const functions = definitions.map((definition) => hostFunction(definition, hostContext, onLog));
  stops.push(() => stopTogether(functions));
  eventApi?.open(functions);
  const context = { queues: Object.values(queues), streams: tables.streams, functions, clients, dataDir };
  const sources = [
    ...startEventSources(deployment, context),
    ...startSchedules(deployment, { queues: context.queues, client: clients.sqs }),
  ];
  stops.push(() => stopTogether(sources));
  const gateway = await startGateway(readRestApi(deployment), functions, port);
  stops.push(gateway.stop);
  const controls = functionControls(functions);
  const { readEnvironment } = controls;
  for (const { open } of distributions) await open(functions, { baseUrl: gateway.baseUrl, secrets, readEnvironment });
  return {
    baseUrl: gateway.baseUrl,
    distributionUrl: distribution?.url,
    chatUrl: chat?.url,
    ...access,
    eventApi: eventApi?.controls,
    region,
    tables: tables.names,
    queues: Object.fromEntries(Object.entries(queues).map(([id, { url }]) => [id, url])),
    secrets,
    ...controls,
    crashed: dynamodb.crashed,
  };
};

interface Engines {
  deployment: Deployment;
  dynamodb: Dynamodb;
  sqs: Sqs;
  accessKeyId: string;
}

interface Resources {
  clients: Clients;
  tables: Tables;
  queues: Record<string, Queue>;
  secrets: Secrets;
  secretsManager: SecretsManager;
  ses: Ses | undefined;
  eventApi: HostedEventApi | undefined;
  findStatements: (roleArn: string) => readonly Statement[];
}

const createResources = async (
  { dataDir, visibilitySecondsMax, mailboxPort = 0, eventApi: eventApiOptions, onProgress }: LocalOptions,
  stops: Stop[],
  { deployment, dynamodb, sqs, accessKeyId }: Engines,
): Promise<Resources> => {
  onProgress?.('creating tables and queues');
  const clients = createClients(dynamodb.endpoint, sqs.endpoint, accessKeyId);
  stops.push(clients.destroy);
  const tables = await explainDataErrors(dataDir, ensureTables(deployment, clients.dynamodb));
  const queues = ensureQueues(deployment, sqs, visibilitySecondsMax);
  ensureBuckets(deployment, sqs);
  const secrets = ensureSecrets(deployment, dataDir);
  const secretsManager = await startSecretsManager(secrets, accessKeyId);
  stops.push(secretsManager.stop);
  const report = createReporter(deployment, { queues: Object.values(queues), client: clients.sqs });
  const hasMail = findResources(deployment, 'AWS::SES::ConfigurationSet').length > 0;
  const ses = hasMail ? await startSes(accessKeyId, report, mailboxPort) : undefined;
  if (ses) stops.push(ses.stop);
  const findStatements = createStatementReader(deployment);
  const eventApi = await bindEventApi(deployment, { accessKeyId, findStatements }, eventApiOptions);
  if (eventApi) stops.push(eventApi.stop);
  return { clients, tables, queues, secrets, secretsManager, ses, eventApi, findStatements };
};

const createStatementReader = (deployment: Deployment): Resources['findStatements'] => {
  const statementsByRole = new Map<string, readonly Statement[]>();
  return (roleArn) => {
    const statements = statementsByRole.get(roleArn) ?? readStatements(deployment, roleArn);
    statementsByRole.set(roleArn, statements);
    return statements;
  };
};

/** Unreadable data shows as many different errors; the remedy is always the same. */
const explainDataErrors = <Result>(dataDir: string, work: Promise<Result>): Promise<Result> =>
  work.catch((error) => {
    throw dataDir === 'memory' ? error : toFolderError(dataDir, 'DATA_DIR', error);
  });

const readDeployment = async (assembly: LocalOptions['assemblyDir']): Promise<Deployment> => {
  const assemblyDir = typeof assembly === 'string' ? assembly : await assembly();
  return { stacks: readAssembly(assemblyDir), createdAttributes: new Map() };
};

const functionControls = (functions: HostedFunction[]): Pick<LocalRuntime, 'readEnvironment' | 'invoke' | 'kill'> => ({
  readEnvironment: (id) => getFunctionByPrefix(functions, id).environment(),
  invoke: async (id, event) => unwrap(await getFunctionByPrefix(functions, id).invoke(JSON.stringify(event))),
  kill: (id) => getFunctionByPrefix(functions, id).kill(),
});

const unwrap = (outcome: Outcome): unknown => {
  if (outcome.ok) return JSON.parse(outcome.payload);
  const error = new Error(outcome.error.errorMessage);
  error.name = outcome.error.errorType;
  throw error;
};

const stopTogether = async (components: { stop: () => Promise<void> }[]): Promise<void> => {
  await Promise.all(components.map(({ stop }) => stop()));
};

const ruleSchema = z.object({
  EventPattern: z.record(z.string(), z.unknown()),
  Targets: z.array(
    z.object({
      Arn: z.string(),
      InputTransformer: z.object({
        InputPathsMap: z.object({ detail: z.literal('$.detail') }),
        InputTemplate: z.string(),
      }),
    }),
  ),
});

/** The default bus of EventBridge, for events of SES. Targets are queues, which get the detail within a template. */
const createReporter = (
  deployment: Deployment,
  { queues, client }: { queues: readonly Queue[]; client: SQSClient },
): Report => {
  const rules = findResources(deployment, 'AWS::Events::Rule').map((resource) => {
    const { EventPattern, Targets } = readProperties(deployment, resource, ruleSchema);
    const patterns = parsePatterns([JSON.stringify(EventPattern)], qualifiedName(resource));
    const targets = Targets.map(({ Arn, InputTransformer: { InputTemplate: template } }) => {
      const queue = queues.find(({ arn }) => arn === Arn);
      if (!queue) throw new LocalError(`${qualifiedName(resource)}: the assembly has no queue ${Arn}.`);
      return { queue, template };
    });
    return { patterns, targets };
  });
  return async (detailType, detail) => {
    const event = { source: 'aws.ses', 'detail-type': detailType, detail };
    const matching = rules.filter(({ patterns }) => matchesAny(patterns, event));
    for (const { queue, template } of matching.flatMap(({ targets }) => targets)) {
      const MessageBody = template.replace('<detail>', () => JSON.stringify(detail));
      await client.send(new SendMessageCommand({ QueueUrl: queue.url, MessageBody }));
    }
  };
};
