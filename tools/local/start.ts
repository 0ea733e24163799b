import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClients } from './engines/clients.ts';
import { type Dynamodb, startDynamodb, useRunningDynamodb } from './engines/dynamodb.ts';
import { ensureQueues } from './engines/queues.ts';
import { ensureSecrets, type Secrets } from './engines/secrets.ts';
import { startSecretsManager } from './engines/secrets-manager.ts';
import { startSqs } from './engines/sqs.ts';
import { ensureTables } from './engines/tables.ts';
import { lockFolder, toFolderError } from './folder-lock.ts';
import { startGateway } from './gateway/gateway.ts';
import { readRestApi } from './gateway/rest-api.ts';
import { getFunctionByPrefix } from './lambda/find-function.ts';
import { readFunctions } from './lambda/function-definition.ts';
import { type HostContext, type HostedFunction, hostFunction, type OnLog } from './lambda/function-host.ts';
import type { Outcome } from './lambda/function-messages.ts';
import { assertPortFree } from './listen.ts';
import type { LocalError } from './local-error.ts';
import { startEventSources } from './sources/event-sources.ts';
import { readAssembly } from './template/assembly.ts';
import type { Deployment } from './template/deployment.ts';
import { region } from './template/resource-identity.ts';

export interface LocalOptions {
  /** A synthesized cloud assembly, or what makes one: that is called while the database starts. */
  assemblyDir: string | (() => Promise<string>);
  /** The gateway's port; 0 takes any that is free. */
  port: number;
  /** The folder that keeps tables, queues, secrets and checkpoints, or `memory` to keep nothing. */
  dataDir: string;
  /** Variables that every function gets besides those of the template. */
  extraEnvironment?: Record<string, string>;
  /** The longest that a queue hides a message from others, where the template says more: for those who cannot wait. */
  visibilitySecondsMax?: number;
  onLog?: OnLog;
  /** Told what is being done at the moment. */
  onProgress?: (step: string) => void;
}

export interface LocalRuntime {
  baseUrl: string;
  dynamodbEndpoint: string;
  sqsEndpoint: string;
  secretsManagerEndpoint: string;
  region: string;
  /** Names of the tables and URLs of the queues, by logical id. */
  tables: Record<string, string>;
  queues: Record<string, string>;
  secrets: Secrets;
  readEnvironment: (functionIdOrPrefix: string) => Record<string, string>;
  /** Calls a function and gives what it returned; throws what it threw. */
  invoke: (functionIdOrPrefix: string, event: unknown) => Promise<unknown>;
  /** Ends a function's threads in the middle of whatever they do, as a crash would. */
  kill: (functionIdOrPrefix: string) => Promise<void>;
  /** Settles if the database ends by itself; nothing works from then on. */
  crashed: Promise<LocalError>;
  stop: () => Promise<void>;
}

type Stop = () => Promise<void> | void;

/** Runs what a cloud assembly deploys on this machine: tables, queues, functions, event sources and the REST API. */
export const startLocal = async (options: LocalOptions): Promise<LocalRuntime> => {
  const stops: Stop[] = [];
  const stop = () => stopAll(stops.splice(0).reverse());
  try {
    return { ...(await startComponents(options, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** One that fails to stop keeps none of the others from it, least of all Java. */
const stopAll = async (stops: Stop[]): Promise<void> => {
  const errors: unknown[] = [];
  for (const stop of stops) {
    try {
      await stop();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Not everything stopped as it should.');
};

/** Adds to `stops` what ends each thing that it starts. */
const startComponents = async (options: LocalOptions, stops: Stop[]): Promise<Omit<LocalRuntime, 'stop'>> => {
  const { dataDir, onProgress = () => undefined } = options;
  await assertPortFree(options.port);
  if (dataDir !== 'memory') stops.push(lockFolder(dataDir, 'DATA_DIR'));
  onProgress('starting DynamoDB Local');
  const engine = await startEngine(dataDir);
  stops.push(engine.stop);
  const sqs = await explainDataErrors(dataDir, startSqs(dataDir));
  stops.push(sqs.stop);
  const deployment = await readDeployment(options.assemblyDir);
  onProgress('waiting for DynamoDB Local');
  await engine.waitUntilReady();
  onProgress('creating tables and queues');
  const clients = createClients(engine.endpoint, sqs.endpoint);
  stops.push(clients.destroy);
  const tables = await explainDataErrors(dataDir, ensureTables(deployment, clients.dynamodb));
  const queues = ensureQueues(deployment, sqs, options.visibilitySecondsMax);
  const secrets = ensureSecrets(deployment, dataDir);
  const secretsManager = await startSecretsManager(secrets);
  stops.push(secretsManager.stop);
  const functions = hostFunctions(deployment, options, {
    dynamodbEndpoint: engine.endpoint,
    sqsEndpoint: sqs.endpoint,
    secretsManagerEndpoint: secretsManager.endpoint,
  });
  stops.push(() => waitForAll(functions.map((component) => component.stop())));
  const sources = startEventSources(deployment, {
    queues: Object.values(queues),
    streams: tables.streams,
    functions,
    clients,
    dataDir,
  });
  stops.push(() => waitForAll(sources.map((component) => component.stop())));
  const gateway = await startGateway(readRestApi(deployment), functions, options.port);
  stops.push(gateway.stop);
  return {
    baseUrl: gateway.baseUrl,
    dynamodbEndpoint: engine.endpoint,
    sqsEndpoint: sqs.endpoint,
    secretsManagerEndpoint: secretsManager.endpoint,
    region,
    tables: tables.names,
    queues: Object.fromEntries(Object.entries(queues).map(([id, { url }]) => [id, url])),
    secrets,
    readEnvironment: (id) => getFunctionByPrefix(functions, id).environment(),
    invoke: async (id, event) => unwrap(await getFunctionByPrefix(functions, id).invoke(JSON.stringify(event))),
    kill: (id) => getFunctionByPrefix(functions, id).kill(),
    crashed: engine.crashed,
  };
};

const startEngine = async (dataDir: string): Promise<Dynamodb> => {
  const endpoint = process.env['DYNAMODB_ENDPOINT'];
  return endpoint ? useRunningDynamodb(endpoint) : startDynamodb(dataDir);
};

/** Data that an engine cannot read shows as all kinds of errors; what helps is always the same. */
const explainDataErrors = <Result>(dataDir: string, work: Promise<Result>): Promise<Result> =>
  work.catch((error) => {
    throw dataDir === 'memory' ? error : toFolderError(dataDir, 'DATA_DIR', error);
  });

const readDeployment = async (assembly: LocalOptions['assemblyDir']): Promise<Deployment> => {
  const assemblyDir = typeof assembly === 'string' ? assembly : await assembly();
  // Lambda has nothing above a bundle. Here a package.json of the assembly's own keeps the project's away, by whose
  // "type": "module" Node would take the bundles for something that they are not.
  writeFileSync(join(assemblyDir, 'package.json'), '{}');
  return { stacks: readAssembly(assemblyDir), createdAttributes: new Map() };
};

const hostFunctions = (
  deployment: Deployment,
  { extraEnvironment = {}, onLog = () => undefined }: LocalOptions,
  endpoints: Omit<HostContext, 'extraEnvironment'>,
): HostedFunction[] =>
  readFunctions(deployment).map((definition) => hostFunction(definition, { ...endpoints, extraEnvironment }, onLog));

const unwrap = (outcome: Outcome): unknown => {
  if (outcome.ok) return JSON.parse(outcome.payload);
  const error = new Error(outcome.error.errorMessage);
  error.name = outcome.error.errorType;
  throw error;
};

const waitForAll = async (stopping: Promise<void>[]): Promise<void> => {
  await Promise.all(stopping);
};
