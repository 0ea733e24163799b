import type { IncomingMessage } from 'node:http';
import { explainForeignRequest } from '../../loopback/foreign-request.ts';
import type { HttpResponse } from '../http-server.ts';
import { getFunctionByReference } from '../lambda/find-function.ts';
import type { HostedFunction } from '../lambda/function-host.ts';
import { buildGatewayRequest, type GatewayRequest, isValidEncoding, readBody, splitTarget } from './gateway-request.ts';
import { buildErrorResponse, type GatewayErrorType } from './gateway-response.ts';
import { invokeWithin } from './invoke-within.ts';
import { buildMockResponse } from './mock-response.ts';
import { buildProxyEvent } from './proxy-event.ts';
import { toHttpResponse } from './proxy-response.ts';
import type { RequestIds } from './response-template.ts';
import type { RestApi } from './rest-api.ts';
import { type FunctionRoute, findRoute, type Route, type RouteMatch } from './routes.ts';

interface AnsweringGateway {
  api: RestApi;
  functions: HostedFunction[];
  admitsRequest: (route: Route) => boolean;
}

export const answerRequest = async (
  message: IncomingMessage,
  ids: RequestIds,
  { api, functions, admitsRequest }: AnsweringGateway,
): Promise<HttpResponse> => {
  const fail = (type: GatewayErrorType): HttpResponse => buildErrorResponse(type, api.responses, ids);
  const fault = explainForeignRequest(message);
  if (fault !== undefined) return refuse(fault);
  const body = await readBody(message);
  if (body === undefined) return fail('REQUEST_TOO_LARGE');
  const { path, query } = splitTarget(message.url ?? '/', api.stage);
  const notFoundType =
    message.headers.authorization === undefined ? 'MISSING_AUTHENTICATION_TOKEN' : 'INVALID_SIGNATURE';
  if (path === undefined) return fail(notFoundType);
  if (!isValidEncoding(path)) return fail('DEFAULT_4XX');
  const request = buildGatewayRequest(message, ids, { path, query, body });
  const match = findRoute(api.routes, request.method, path);
  if (match === undefined) return fail(notFoundType);
  const { route, pathParameters } = match;
  if (!admitsRequest(route)) return fail('THROTTLED');
  const result =
    'mock' in route
      ? buildMockResponse(route.mock, message.headers['content-type'], ids)
      : await invokeFunction(functions, request, { route, pathParameters }, api);
  return typeof result === 'string' ? fail(result) : result;
};

/** AWS never sends this, so it has the shape of the gateway, not of the API. */
const refuse = (message: string): HttpResponse => ({
  statusCode: 403,
  headers: { 'Content-Type': 'application/json', 'x-amzn-ErrorType': 'ForbiddenException' },
  body: Buffer.from(JSON.stringify({ message })),
});

const invokeFunction = async (
  functions: HostedFunction[],
  request: GatewayRequest,
  match: RouteMatch<FunctionRoute>,
  api: RestApi,
): Promise<HttpResponse | GatewayErrorType> => {
  const hosted = getFunctionByReference(functions, match.route.functionArn);
  const event = buildProxyEvent(request, match, api);
  const outcome = await invokeWithin(hosted, event, match.route.timeoutMs);
  if (outcome === 'too large') return 'REQUEST_TOO_LARGE';
  if (outcome === 'timeout') return 'INTEGRATION_TIMEOUT';
  if (!outcome.ok) return 'INTEGRATION_FAILURE';
  const response = toHttpResponse(outcome.payload, event, api.binaryMediaTypes);
  if (response === undefined) hosted.logError(`Malformed Lambda proxy response: ${outcome.payload.slice(0, 500)}`);
  return response ?? 'INTEGRATION_FAILURE';
};
