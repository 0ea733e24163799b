import * as z from 'zod';
import { LocalError } from '../local-error.ts';
import {
  type Deployment,
  getSingleResource,
  qualifiedName,
  readProperties,
  resolveIdentity,
} from '../template/deployment.ts';
import { type GatewayResponse, gatewayResponseSchema, readGatewayResponse } from './gateway-response.ts';
import { type MockResponse, mockSchema, readMock } from './mock-response.ts';
import type { FunctionRoute, Route } from './routes.ts';

export interface RestApi {
  id: string;
  stage: string;
  /** Without it, nothing is compressed. */
  compressionBytesMin: number | undefined;
  routes: RestRoute[];
  responses: Map<string, GatewayResponse>;
}

const stageSchema = z.object({ StageName: z.string() });

export const readRestApi = (deployment: Deployment): RestApi => {
  const api = getSingleResource(deployment, 'AWS::ApiGateway::RestApi');
  const stage = getSingleResource(deployment, 'AWS::ApiGateway::Stage');
  const { StageName } = readProperties(deployment, stage, stageSchema);
  const { MinimumCompressionSize, Body } = readProperties(deployment, api, apiSchema);
  return {
    id: resolveIdentity(deployment, api).Ref,
    stage: StageName,
    compressionBytesMin: MinimumCompressionSize,
    routes: readRoutes(Body, qualifiedName(api)),
    responses: readGatewayResponses(Body, qualifiedName(api)),
  };
};

interface MockRoute extends Route {
  mock: MockResponse;
}

type RestRoute = FunctionRoute | MockRoute;

const functionSchema = z.strictObject({
  type: z.literal('aws_proxy'),
  httpMethod: z.literal('POST'),
  uri: z.string(),
  credentials: z.string(),
  timeoutInMillis: z.number().default(29_000),
});

const operationSchema = z.strictObject({
  parameters: z.array(z.unknown()).optional(),
  responses: z.record(z.string(), z.unknown()),
  'x-amazon-apigateway-integration': z.discriminatedUnion('type', [functionSchema, mockSchema]),
});

type Operation = z.infer<typeof operationSchema>;

const methods = {
  delete: 'DELETE',
  get: 'GET',
  head: 'HEAD',
  options: 'OPTIONS',
  patch: 'PATCH',
  post: 'POST',
  put: 'PUT',
  'x-amazon-apigateway-any-method': 'ANY',
};

/** Strict, because nothing else would notice a part of the document that is ignored here. */
const definitionSchema = z.strictObject({
  openapi: z.literal('3.0.1'),
  info: z.unknown(),
  paths: z.record(
    z.string(),
    z.partialRecord(z.enum(Object.keys(methods) as (keyof typeof methods)[]), operationSchema),
  ),
  'x-amazon-apigateway-gateway-responses': z.record(z.string(), gatewayResponseSchema).default({}),
});

type Definition = z.infer<typeof definitionSchema>;

const apiSchema = z.object({
  BinaryMediaTypes: z.tuple([]).optional(),
  MinimumCompressionSize: z.number().optional(),
  Body: definitionSchema,
});

const readRoutes = ({ paths }: Definition, location: string): RestRoute[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([name, operation]) =>
      readRoute({ method: methods[name as keyof typeof methods], path, resourceId: path }, operation, location),
    ),
  );

const readRoute = (route: Route, operation: Operation, api: string): RestRoute => {
  const location = `${api}: ${route.method} ${route.path}`;
  const integration = operation['x-amazon-apigateway-integration'];
  if (integration.type === 'mock') return { ...route, mock: readMock(integration, location) };
  const functionArn = /\/functions\/(arn:[^/]+)\/invocations$/.exec(integration.uri)?.[1];
  if (functionArn === undefined) throw new LocalError(`${location}: the integration does not name a Lambda function.`);
  return { ...route, functionArn, timeoutMs: integration.timeoutInMillis };
};

const readGatewayResponses = (definition: Definition, location: string): Map<string, GatewayResponse> =>
  new Map(
    Object.entries(definition['x-amazon-apigateway-gateway-responses']).map(([type, response]) => [
      type,
      readGatewayResponse(response, `${location}: ${type}`),
    ]),
  );
