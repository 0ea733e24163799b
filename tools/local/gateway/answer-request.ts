import type { IncomingMessage } from 'node:http';
import { functionByReference } from '../lambda/find-function.ts';
import { type HostedFunction, payloadBytesMax } from '../lambda/function-host.ts';
import { gatewayRequest, readBody, splitTarget } from './gateway-request.ts';
import { type Answer, type FailureType, failureAnswer, type RequestIds } from './gateway-response.ts';
import { type GatewayRequest, proxyEvent } from './proxy-event.ts';
import { proxyAnswer } from './proxy-response.ts';
import type { RestApi } from './rest-api.ts';
import { findRoute, type Match } from './routes.ts';

/** Takes a request through its route and function to the answer, or to the gateway's own words for what went wrong. */
export const answerRequest = async (
  message: IncomingMessage,
  ids: RequestIds,
  api: RestApi,
  functions: HostedFunction[],
): Promise<Answer> => {
  const fail = (type: FailureType): Answer => failureAnswer(type, api.responses, ids);
  const body = await readBody(message);
  if (body === undefined) return fail('REQUEST_TOO_LARGE');
  const { path, query } = splitTarget(message.url ?? '/', api.stage);
  const notFound = message.headers.authorization === undefined ? 'MISSING_AUTHENTICATION_TOKEN' : 'INVALID_SIGNATURE';
  if (path === undefined) return fail(notFound);
  if (!isEncoded(path)) return fail('DEFAULT_4XX');
  const request = gatewayRequest(message, ids, { path, query, body });
  const match = findRoute(api.routes, request.method, path);
  if (match === undefined) return fail(notFound);
  const hosted = functionByReference(functions, match.route.functionArn);
  const result = await invoke(hosted, request, match, api);
  return typeof result === 'string' ? fail(result) : result;
};

const invoke = async (
  hosted: HostedFunction,
  request: GatewayRequest,
  match: Match,
  api: RestApi,
): Promise<Answer | FailureType> => {
  const event = proxyEvent(request, match, api);
  const payload = JSON.stringify(event);
  if (Buffer.byteLength(payload) > payloadBytesMax) return 'REQUEST_TOO_LARGE';
  const outcome = await withLimit(hosted.invoke(payload), match.route.timeoutMs);
  if (outcome === 'timeout') return 'INTEGRATION_TIMEOUT';
  if (!outcome.ok) return 'INTEGRATION_FAILURE';
  const answer = proxyAnswer(outcome.payload, event, api.binaryMediaTypes);
  if (answer === undefined) hosted.logError(`Malformed Lambda proxy response: ${outcome.payload.slice(0, 500)}`);
  return answer ?? 'INTEGRATION_FAILURE';
};

const isEncoded = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

const withLimit = <Value>(work: Promise<Value>, limitMs: number): Promise<Value | 'timeout'> => {
  const limit = Promise.withResolvers<'timeout'>();
  const timer = setTimeout(() => limit.resolve('timeout'), limitMs);
  return Promise.race([work, limit.promise]).finally(() => clearTimeout(timer));
};
