import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { deflate, gzip } from 'node:zlib';
import { explainForeignRequest } from '../../loopback/foreign-request.ts';
import { type HttpResponse, startHttpServer } from '../http-server.ts';
import { getFunctionByReference, type HostedFunction, invokeWithin } from '../lambda/function-host.ts';
import {
  buildGatewayRequest,
  type GatewayRequest,
  isValidEncoding,
  newRequestIds,
  readBody,
  splitTarget,
} from './gateway-request.ts';
import { buildErrorResponse, type GatewayErrorType, type RequestIds } from './gateway-response.ts';
import { buildMockResponse } from './mock-response.ts';
import { buildProxyEvent } from './proxy-event.ts';
import { toHttpResponse } from './proxy-response.ts';
import type { RestApi } from './rest-api.ts';
import { type FunctionRoute, findRoute, type RouteMatch } from './routes.ts';

export interface Gateway {
  baseUrl: string;
  stop: () => Promise<void>;
}

export const startGateway = async (api: RestApi, functions: HostedFunction[], port: number): Promise<Gateway> => {
  // A route to a missing function fails at startup, not on its first request.
  for (const route of api.routes) if ('functionArn' in route) getFunctionByReference(functions, route.functionArn);
  const server = await startHttpServer({
    port,
    portSetting: 'PORT',
    isOnIpv6: true,
    answer: async (message) => {
      const ids = newRequestIds(message.headersDistinct['x-amzn-requestid']?.[0]);
      const response = await answerRequest(message, ids, { api, functions });
      return compressResponse(response, message.headers['accept-encoding']?.toString(), api.compressionBytesMin);
    },
    answerMalformed: () => buildErrorResponse('DEFAULT_4XX', api.responses, newRequestIds()),
  });
  return { baseUrl: `http://127.0.0.1:${server.port}/${api.stage}`, stop: server.stop };
};

interface AnsweringGateway {
  api: RestApi;
  functions: HostedFunction[];
}

const answerRequest = async (
  message: IncomingMessage,
  ids: RequestIds,
  { api, functions }: AnsweringGateway,
): Promise<HttpResponse> => {
  const fail = (type: GatewayErrorType): HttpResponse => buildErrorResponse(type, api.responses, ids);
  const fault = explainForeignRequest(message);
  if (fault !== undefined) return refuse(fault, ids);
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
  const result =
    'mock' in route
      ? buildMockResponse(route.mock, message.headers['content-type'], ids)
      : await invokeFunction(functions, request, { route, pathParameters }, api);
  return typeof result === 'string' ? fail(result) : result;
};

/** AWS never sends this, but a caller finds it in the shape of every other error. */
const refuse = (message: string, { requestId }: RequestIds): HttpResponse => ({
  statusCode: 403,
  headers: { 'Content-Type': 'application/json', 'X-Request-Id': requestId },
  body: Buffer.from(JSON.stringify({ error: { code: 'forbidden', message } })),
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
  const response = toHttpResponse(outcome.payload, false);
  if (response === undefined) hosted.logError(`Malformed Lambda proxy response: ${outcome.payload.slice(0, 500)}`);
  return response ?? 'INTEGRATION_FAILURE';
};

const encoders = { gzip: promisify(gzip), deflate: promisify(deflate) };

type Encoding = keyof typeof encoders;

/**
 * Like API Gateway, compresses a body of at least so many bytes for a client that names gzip or deflate; `*` alone does
 * not count. Like API Gateway, adds no Vary: that is up to the functions whose responses may be cached.
 */
const compressResponse = async (
  response: HttpResponse,
  acceptEncoding: string | undefined,
  bytesMin: number | undefined,
): Promise<HttpResponse> => {
  const encoding = chooseEncoding(acceptEncoding);
  const isLarge = bytesMin !== undefined && response.body.length >= bytesMin;
  if (encoding === undefined || !isLarge || isEncoded(response)) return response;
  return {
    ...response,
    headers: { ...response.headers, 'Content-Encoding': encoding },
    body: await encoders[encoding](response.body),
  };
};

/** The one with the highest weight, gzip before deflate. */
const chooseEncoding = (acceptEncoding = ''): Encoding | undefined => {
  const weights = new Map(
    acceptEncoding.split(',').map((part) => {
      const [name = '', weight = '1'] = part.split(/\s*;\s*q\s*=\s*/i);
      return [name.trim().toLowerCase(), Number(weight)];
    }),
  );
  const weightOf = (encoding: Encoding): number => weights.get(encoding) ?? 0;
  const best: Encoding = weightOf('deflate') > weightOf('gzip') ? 'deflate' : 'gzip';
  return weightOf(best) > 0 ? best : undefined;
};

const isEncoded = ({ headers }: HttpResponse): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'content-encoding');
