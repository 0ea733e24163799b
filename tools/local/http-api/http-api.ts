import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod';
import type { GatewayRequest } from '../gateway/gateway-request.ts';
import { buildProxyEvent } from '../gateway/proxy-event.ts';
import { toHttpResponse } from '../gateway/proxy-response.ts';
import { type FunctionRoute, findRoute, type RouteMatch } from '../gateway/routes.ts';
import type { HttpResponse } from '../http-server.ts';
import { getFunctionByReference, type HostedFunction, invokeWithin } from '../lambda/function-host.ts';
import { LocalError } from '../local-error.ts';
import {
  type Deployment,
  findResources,
  qualifiedName,
  type Resource,
  readAllProperties,
  readProperties,
  resolveIdentity,
} from '../template/deployment.ts';
import { toApiDomain } from '../template/resource-identity.ts';

export interface HttpApi {
  id: string;
  domainName: string;
  stage: string;
  routes: FunctionRoute[];
}

const apiSchema = z.strictObject({
  Name: z.string(),
  ProtocolType: z.literal('HTTP'),
  Description: z.string().optional(),
  DisableExecuteApiEndpoint: z.literal(false).optional(),
  Tags: z.unknown().optional(),
});
/** Another stage would be part of every path. */
const stageSchema = z.object({ ApiId: z.string(), StageName: z.literal('$default') });
const routeSchema = z.strictObject({
  ApiId: z.string(),
  RouteKey: z.string(),
  Target: z.string(),
  AuthorizationType: z.literal('NONE').optional(),
});
const integrationSchema = z.strictObject({
  ApiId: z.string(),
  IntegrationType: z.literal('AWS_PROXY'),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal('1.0'),
  TimeoutInMillis: z.number().default(30_000),
});

export const readHttpApi = (deployment: Deployment, api: Resource): HttpApi => {
  readAllProperties(deployment, api, apiSchema);
  const { Ref: id } = resolveIdentity(deployment, api);
  const [stage] = findResources(deployment, 'AWS::ApiGatewayV2::Stage')
    .map((resource) => readProperties(deployment, resource, stageSchema))
    .filter(({ ApiId }) => ApiId === id);
  if (stage === undefined) throw new LocalError(`${qualifiedName(api)}: the API has no stage.`);
  return { id, domainName: toApiDomain(id), stage: stage.StageName, routes: readRoutes(deployment, id) };
};

const readRoutes = (deployment: Deployment, apiId: string): FunctionRoute[] =>
  findResources(deployment, 'AWS::ApiGatewayV2::Route').flatMap((resource) => {
    const { ApiId, RouteKey, Target } = readAllProperties(deployment, resource, routeSchema);
    if (ApiId !== apiId) return [];
    const [, method, path] = /^([A-Z]+) (\/.*)$/.exec(RouteKey) ?? [];
    if (method === undefined || path === undefined)
      throw new LocalError(`${qualifiedName(resource)}: the route key ${RouteKey} is not supported locally.`);
    return { method, path, resourceId: RouteKey, ...readIntegration(deployment, resource, Target) };
  });

const readIntegration = (
  deployment: Deployment,
  route: Resource,
  target: string,
): Pick<FunctionRoute, 'functionArn' | 'timeoutMs'> => {
  const integration = findResources(deployment, 'AWS::ApiGatewayV2::Integration').find(
    (resource) => target === `integrations/${resolveIdentity(deployment, resource).Ref}`,
  );
  if (integration === undefined) throw new LocalError(`${qualifiedName(route)}: Target names no integration.`);
  const { IntegrationUri, TimeoutInMillis } = readAllProperties(deployment, integration, integrationSchema);
  return { functionArn: IntegrationUri, timeoutMs: TimeoutInMillis };
};

/** The path must be properly percent-encoded. */
export const answerHttpApi = async (
  request: GatewayRequest,
  api: HttpApi,
  functions: HostedFunction[],
): Promise<HttpResponse> => {
  const match = findRoute(api.routes, request.method, request.path);
  if (match === undefined) return buildError(404, 'Not Found', request);
  const hosted = getFunctionByReference(functions, match.route.functionArn);
  const event = buildHttpApiEvent(request, match, api);
  const outcome = await invokeWithin(hosted, event, match.route.timeoutMs);
  if (outcome === 'too large') return buildError(413, 'Request Entity Too Large', request);
  if (outcome === 'timeout') return buildError(503, 'Service Unavailable', request);
  if (!outcome.ok) return buildError(500, 'Internal Server Error', request);
  const response = toHttpResponse(outcome.payload, true);
  if (response !== undefined) return response;
  hosted.logError(`Malformed Lambda proxy response: ${outcome.payload.slice(0, 500)}`);
  return buildError(500, 'Internal Server Error', request);
};

const buildError = (statusCode: number, message: string, { requestId }: GatewayRequest): HttpResponse => ({
  statusCode,
  headers: { 'Content-Type': 'application/json', 'apigw-requestid': requestId },
  body: Buffer.from(JSON.stringify({ message })),
});

/** An HTTP API encodes all other bodies in base64, form bodies included. */
const textMediaType = /^(text\/.*|application\/(json|javascript|xml)) *(;|$)/i;

/** Payload format 1.0: the event of a REST API, with these differences. */
const buildHttpApiEvent = (request: GatewayRequest, match: RouteMatch, api: HttpApi) => {
  const event = buildProxyEvent(request, match, api);
  const multiValueHeaders = lowerCaseNames(event.multiValueHeaders);
  const isBase64Encoded =
    request.body.length > 0 && !textMediaType.test(multiValueHeaders['content-type']?.at(-1)?.trim() ?? '');
  return {
    version: '1.0',
    ...event,
    headers: Object.fromEntries(Object.entries(multiValueHeaders).map(([name, values]) => [name, values.join(',')])),
    multiValueHeaders,
    body: isBase64Encoded ? request.body.toString('base64') : event.body,
    isBase64Encoded,
    requestContext: {
      ...event.requestContext,
      authorizer: { claims: null, scopes: null },
      // The default stage is no part of the path.
      path: request.path,
      resourceId: match.route.resourceId,
    },
  } satisfies APIGatewayProxyEvent & { version: string };
};

const lowerCaseNames = (headers: APIGatewayProxyEvent['multiValueHeaders']): Record<string, string[]> =>
  Object.fromEntries(Object.entries(headers).map(([name, values = []]) => [name.toLowerCase(), values]));
