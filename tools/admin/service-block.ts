import {
  APIGatewayClient,
  GetStageCommand,
  type PatchOperation,
  UpdateStageCommand,
} from '@aws-sdk/client-api-gateway';
import {
  DeleteFunctionConcurrencyCommand,
  GetEventSourceMappingCommand,
  GetFunctionConcurrencyCommand,
  LambdaClient,
  PutFunctionConcurrencyCommand,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import * as z from 'zod';
import { stageName } from '../../lib/api/rest-api.ts';
import { AdminError } from './admin-error.ts';
import { findStackTemplate, listResources, type StackResource } from './stacks.ts';

interface Source {
  /** The consumer. */
  name: string;
  uuid: string;
}

/** The deployed parts of an environment that a block or a pause changes. */
export interface DeployedParts {
  apiId: string;
  sources: Source[];
  dashboardFunctions: DeployedFunction[];
  serviceFunctions: DeployedFunction[];
}

interface DeployedFunction {
  /** In the template. */
  id: string;
  name: string;
}

interface Stacks {
  service: string;
  dashboard: string;
}

export const toStacks = (env: string): Stacks => ({
  service: `Switchboard-${env}-service`,
  dashboard: `Switchboard-${env}-dashboard`,
});

/** Changes stay in the stream for a day only: what these make of them waits in the queues, or is an index. */
const streamConsumers = ['dispatchChanges', 'indexWords'];

const readParts = async ({ service, dashboard }: Stacks): Promise<DeployedParts> => {
  const [inService, inDashboard] = [await listResources(service), dashboard ? await listResources(dashboard) : []];
  const apiId = inService.find(({ type }) => type === 'AWS::ApiGateway::RestApi')?.physicalId;
  if (apiId === undefined) throw new AdminError('no_api', `The stack ${service} has no API; deploy it again.`);
  return {
    apiId,
    sources: inService
      .filter(({ type }) => type === 'AWS::Lambda::EventSourceMapping')
      .map(({ id, physicalId }) => ({ name: id.replace(/Source[0-9A-F]{8}$/, ''), uuid: physicalId })),
    dashboardFunctions: inDashboard.filter(({ id }) => /^(signIn|dashboard)/.test(id)).flatMap(toFunction),
    serviceFunctions: inService.flatMap(toFunction),
  };
};

const toFunction = ({ type, id, physicalId }: StackResource): DeployedFunction[] =>
  type === 'AWS::Lambda::Function' ? [{ id, name: physicalId }] : [];

/** Refuses every request and pauses every queue. What the channels send meanwhile they repeat for days. */
export const blockService = async (stacks: Stacks): Promise<DeployedParts> => {
  const parts = await readParts(stacks);
  const { methodSettings = {} } = await readStage(parts);
  await setLimits(
    parts,
    Object.keys(methodSettings).map((key) => ({ path: `/${key}`, rate: 0, burst: 0 })),
  );
  const lambda = new LambdaClient();
  for (const { name: FunctionName } of parts.dashboardFunctions)
    await lambda.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: 0 }));
  for (const source of parts.sources) if (!streamConsumers.includes(source.name)) await setEnabled(source, false);
  return parts;
};

/** Sets everything back to what the deployed templates say. */
export const unblockService = async (stacks: Stacks): Promise<DeployedParts> => {
  const [parts, service] = [await readParts(stacks), await readTemplate(stacks.service)];
  for (const source of parts.sources) await setEnabled(source, true);
  const dashboard = parts.dashboardFunctions.length > 0 ? await readTemplate(stacks.dashboard) : {};
  await restoreConcurrency(parts.serviceFunctions, service);
  await restoreConcurrency(parts.dashboardFunctions, dashboard);
  const stages = Object.values(service).filter(({ Type }) => Type === 'AWS::ApiGateway::Stage');
  const settings = stages.flatMap((stage) => stageShape.parse(stage).Properties.MethodSettings);
  await setLimits(
    parts,
    settings.map(({ ResourcePath, HttpMethod, ThrottlingRateLimit, ThrottlingBurstLimit }) => ({
      path: `${ResourcePath}/${HttpMethod}`,
      rate: ThrottlingRateLimit,
      burst: ThrottlingBurstLimit,
    })),
  );
  return parts;
};

const restoreConcurrency = async (functions: readonly DeployedFunction[], template: Resources): Promise<void> => {
  const lambda = new LambdaClient();
  for (const { id, name: FunctionName } of functions) {
    const reserved = functionShape.parse(template[id]).Properties.ReservedConcurrentExecutions;
    if (reserved === undefined) await lambda.send(new DeleteFunctionConcurrencyCommand({ FunctionName }));
    else await lambda.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: reserved }));
  }
};

export const setSource = async (stacks: Stacks, name: string, isEnabled: boolean): Promise<void> => {
  const source = (await readParts(stacks)).sources.find((candidate) => candidate.name === name);
  if (!source) throw new AdminError('no_queue', `The environment has no consumer ${name}; deploy it again.`);
  await setEnabled(source, isEnabled);
};

export interface BlockState {
  /** Methods of the API that let nothing through. */
  closedMethods: string[];
  /** Requests a second, by method. */
  rates: ReadonlyMap<string, number>;
  pausedSources: string[];
  stoppedFunctions: string[];
}

export const readBlockState = async (stacks: Stacks): Promise<BlockState> => {
  const parts = await readParts(stacks);
  const lambda = new LambdaClient();
  const { methodSettings = {} } = await readStage(parts);
  const rates = new Map(Object.entries(methodSettings).map(([path, own]) => [path, own.throttlingRateLimit ?? 0]));
  const pausedSources: string[] = [];
  for (const { name, uuid: UUID } of parts.sources) {
    const { State } = await lambda.send(new GetEventSourceMappingCommand({ UUID }));
    if (/^Disabl/.test(State ?? '')) pausedSources.push(name);
  }
  const stoppedFunctions: string[] = [];
  for (const { name: FunctionName } of [...parts.dashboardFunctions, ...parts.serviceFunctions]) {
    const { ReservedConcurrentExecutions } = await lambda.send(new GetFunctionConcurrencyCommand({ FunctionName }));
    if (ReservedConcurrentExecutions === 0) stoppedFunctions.push(FunctionName);
  }
  const closedMethods = [...rates].flatMap(([path, rate]) => (rate === 0 ? path : []));
  return { closedMethods, rates, pausedSources, stoppedFunctions };
};

const setEnabled = async ({ uuid: UUID }: Source, Enabled: boolean): Promise<void> => {
  await new LambdaClient().send(new UpdateEventSourceMappingCommand({ UUID, Enabled }));
};

interface Limit {
  /** A path such as `/~1channels~1web/POST`, or `/*` + `/*` for all methods. */
  path: string;
  rate: number;
  burst: number;
}

/** A method with limits of its own does not heed those of all methods, so each is set. */
const setLimits = async ({ apiId }: DeployedParts, limits: readonly Limit[]): Promise<void> => {
  const patchOperations: PatchOperation[] = limits.flatMap(({ path, rate, burst }) => [
    { op: 'replace', path: `${path}/throttling/rateLimit`, value: String(rate) },
    { op: 'replace', path: `${path}/throttling/burstLimit`, value: String(burst) },
  ]);
  await new APIGatewayClient().send(new UpdateStageCommand({ restApiId: apiId, stageName, patchOperations }));
};

const readStage = ({ apiId }: DeployedParts) =>
  new APIGatewayClient().send(new GetStageCommand({ restApiId: apiId, stageName }));

const functionShape = z.object({ Properties: z.object({ ReservedConcurrentExecutions: z.number().optional() }) });

const stageShape = z.object({
  Properties: z.object({
    MethodSettings: z.array(
      z.object({
        ResourcePath: z.string(),
        HttpMethod: z.string(),
        ThrottlingRateLimit: z.number(),
        ThrottlingBurstLimit: z.number(),
      }),
    ),
  }),
});

type Resources = z.output<typeof templateShape>['Resources'];

const templateShape = z.object({ Resources: z.record(z.string(), z.looseObject({ Type: z.string() })) });

const readTemplate = async (stackName: string) => templateShape.parse(await findStackTemplate(stackName)).Resources;
